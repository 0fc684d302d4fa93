"""Nightly monitoring: the commands ``reference`` and ``monitor``, whose files stay on disk."""

from __future__ import annotations

import json
import os
import tempfile
from typing import Any, Dict, List, Mapping, Optional, Sequence, Union

import numpy as np

from . import _arrays, _worker
from ._errors import InputError
from ._labels import labels_csv
from ._model import Model, PathLike

Batch = Union[PathLike, Mapping[str, Any]]
_ALERT = 5


class Monitoring:
    """What a night showed.

    :ivar nights: one dictionary per chunk and segment, as ``monitor --json`` prints them
    :ivar warnings: warnings about the data, one line each
    """

    def __init__(self, output: str, warnings: List[str]) -> None:
        # Not splitlines, which also splits at other characters that a segment may contain.
        self.nights: List[Dict[str, Any]] = [json.loads(line) for line in output.split("\n") if line]
        self.warnings = warnings

    @property
    def alerts(self) -> List[str]:
        """All alerts, one line each; empty on a quiet night."""
        return [alert for night in self.nights for alert in night["alerts"]]

    def __repr__(self) -> str:
        first = next((night for night in self.nights if night.get("segment") is None), self.nights[0])
        said = "; ".join(self.alerts) or "no alerts"
        return f"Monitoring({first['at']}, accuracy {first['accuracy']['value']:.3f}, {said})"


def reference(
    task: Optional[PathLike] = None,
    *,
    out: PathLike,
    period: Union[Sequence[Batch], Mapping[str, Batch]] = (),
    segments: Sequence[str] = (),
    time_column: Optional[str] = None,
    model: Union[None, Model, PathLike] = None,
    method: Optional[str] = None,
    seed: int = 0,
    allow_poor_source: bool = False,
    features: Any = None,
    class_names: Optional[Sequence[str]] = None,
    **arrays: Any,
) -> str:
    """Learns what normal nights look like and writes the file that :func:`monitor` needs.

    >>> transcal.reference("task.npz", period={"2026-08-01": {"target_logits": z,
    ...                    "target_features": f}}, out="ref.npz")               # doctest: +SKIP

    :param period: nights known to be fine: files, or arrays by name; the keys of a mapping are dates
    :param segments: names of arrays in each batch whose values divide the rows into segments
    :returns: the path of the file
    """
    with tempfile.TemporaryDirectory() as folder:
        if task is None:
            path = os.path.join(folder, "task.npz")
            np.savez(path, **_arrays.task(arrays, features, class_names))
        elif arrays or features is not None:
            raise InputError("pass either a task file or arrays, not both")
        else:
            path = _arrays.path(task)
        words = ["reference", path, "--out", os.path.abspath(out), f"--seed={seed}"]
        dated = period if isinstance(period, Mapping) else dict(enumerate(period))
        nights = os.path.join(folder, "period")
        os.mkdir(nights)
        for at, batch in dated.items():
            # With "=", since a file may be named like an option.
            words.append("--period=" + _file(batch, nights, str(at)))
        words += _each("--segment", segments)
        words += _option("--time-column", time_column) + _option("--method", method)
        if isinstance(model, Model):
            model.save(os.path.join(folder, "model.json"))
            model = os.path.join(folder, "model.json")
        if model is not None:
            words.append("--model=" + os.path.abspath(model))
        if allow_poor_source:
            words.append("--allow-poor-source")
        _worker.call(words, {})
    return os.fspath(out)


def monitor(
    reference: PathLike,
    batch: Batch,
    *,
    at: Any = None,
    chunk_rows: Optional[int] = None,
    time_column: Optional[str] = None,
    segments: Sequence[str] = (),
    classes: Sequence[str] = (),
    labels: Any = None,
    history: Optional[PathLike] = None,
    keep: Optional[str] = None,
    allow_drop: bool = False,
    allow_future: bool = False,
    dashboard: Optional[PathLike] = None,
    alert_on: Sequence[str] = (),
    false_alarms: Optional[float] = None,
    thresholds: Optional[Mapping[str, float]] = None,
    hysteresis: Optional[int] = None,
) -> Monitoring:
    """Compares a night with a reference, without labels; an alert is a result, not an error.

    >>> night = transcal.monitor("ref.npz", {"target_logits": z, "target_features": f},
    ...                          at="2026-11-14", history="history.jsonl")        # doctest: +SKIP
    >>> if night.alerts: ...                                                     # doctest: +SKIP

    :param batch: a file, or arrays by name: ``target_logits``, ``target_features``,
        ``target_labels`` where known (else −1), and columns that ``segments`` and
        ``time_column`` name
    :param at: a date, a date and time, or a number
    :param labels: labels that have arrived, as in :func:`transcal.fit`
    :param history: the table of all nights; running a night again replaces it
    :param keep: such as ``"400d"``: drops nights that are older
    :param allow_drop: let ``keep`` drop more than a tenth of the history at once
    :param allow_future: accept a time more than two days ahead of the clock
    :param dashboard: the HTML page to write
    """
    with tempfile.TemporaryDirectory() as folder:
        words = ["monitor", os.path.abspath(reference), _file(batch, folder, "batch"), "--json"]
        words += _option("--at", at) + _option("--chunk-rows", chunk_rows)
        words += _option("--time-column", time_column)
        words += _each("--segment", segments) + _each("--class", classes)
        if labels is not None:
            rows = os.path.join(folder, "labels.csv")
            with open(rows, "wb") as file:
                file.write(labels_csv(labels))
            words.append("--labels=" + rows)
        if history is not None:
            words.append("--history=" + os.path.abspath(history))
        words.append(
            "--no-dashboard" if dashboard is None else "--dashboard=" + os.path.abspath(dashboard)
        )
        words += ["--allow-drop"] if allow_drop else []
        words += ["--allow-future"] if allow_future else []
        words += _option("--keep", keep) + _option("--false-alarms", false_alarms)
        words += _option("--hysteresis", hysteresis) + _each("--alert-on", alert_on)
        words += _each("--threshold", [f"{name}={x}" for name, x in (thresholds or {}).items()])
        answer = _worker.call(words, {}, also=_ALERT)
    return Monitoring(answer.text("output"), answer.warnings)


def _option(name: str, value: Any) -> List[str]:
    return [] if value is None else [f"{name}={value}"]


def _each(name: str, values: Sequence[str]) -> List[str]:
    return [f"{name}={value}" for value in values]


def _file(batch: Batch, folder: str, name: str) -> str:
    """The file of a batch; arrays are written to one."""
    if not isinstance(batch, Mapping):
        return _arrays.path(batch)
    if os.path.basename(name) != name:
        raise InputError(f"period has the key {name!r}; it must be a date such as 2026-11-01")
    arrays: Dict[str, np.ndarray] = {}
    for key, value in batch.items():
        if key in _arrays.MATRICES:
            arrays[key] = _arrays.matrix(value, key)
        elif key in _arrays.LABELS:
            arrays[key] = _arrays.labels(value, key)
        else:
            column = _arrays.plain(value, key)
            arrays[key] = column.astype(np.str_) if column.dtype.kind in "OMS" else column
    path = os.path.join(folder, name + ".npz")
    np.savez(path, **arrays)
    return path
