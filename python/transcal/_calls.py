"""The functions of the package: arguments in, a request to the worker, a result out."""

from __future__ import annotations

import os
from typing import Any, Dict, List, Optional, Sequence, Union

import numpy as np

from . import _arrays, _worker
from ._errors import InputError
from ._labels import LabelRows, labels_csv
from ._model import Model, PathLike, read_model
from ._results import Comparison, Estimate, Evaluation, Fit


class _Default(str):
    """The method if the user named none: with labels, the worker chooses another one."""


DEFAULT = _Default("recommended")
Methods = Union[str, Sequence[str]]


class _Request:
    """A request about a task, kept so that its report can be made later."""

    def __init__(
        self,
        function: str,
        command: str,
        task: Optional[PathLike],
        arrays: Dict[str, Any],
        options: Dict[str, Any],
    ) -> None:
        self.parts: Dict[str, _worker.Part] = {}
        self.words = [command]
        shown = []
        features, class_names = arrays.pop("features", None), arrays.pop("class_names", None)
        if task is not None:
            given = [name for name, value in {**arrays, "features": features}.items() if value is not None]
            if given:
                raise InputError(f"pass either a task file or arrays, not both ({', '.join(given)})")
            self.words += ["--task", _arrays.path(task)]
            shown.append(repr(os.fspath(task)))
        else:
            self.parts.update(_arrays.task(arrays, features, class_names))
            shown += [f"{name}=…" for name in self.parts]
        for name, value in options.items():
            if name == "labels" and value is not None:
                self.parts["labels"] = labels_csv(value)
                shown.append("labels=…")
            elif name == "weights" and value is not None:
                self.parts["weights"] = _arrays.vector(value, "weights")
                shown.append("weights=…")
            elif value is True:
                self.words.append("--" + name.replace("_", "-"))
                shown.append(f"{name}=True")
            elif value is not None and value is not False:
                text = ",".join(value) if isinstance(value, (list, tuple)) else str(value)
                self.words.append(f"--{name.replace('_', '-')}={text}")
                if name != "name":
                    shown.append(f"{name}={value!r}")
        self.call = f"transcal.{function}({', '.join(shown)})"

    def run(self) -> _worker.Answer:
        return _worker.call(self.words, self.parts)

    def report(self, first: _worker.Answer) -> str:
        """Runs the request again, with a report; results do not depend on when they are computed."""
        again = _worker.call([*self.words, "--report", self.call], self.parts)
        if "model.json" in first and first.text("model.json") != again.text("model.json"):
            raise InputError("the arrays have changed since the fit; fit again for a report")
        return again.text("report.html")


_FIT_OPTIONS = ("seed", "bins", "labels", "weights", "balance", "allow_poor_source", "name")


def _fit_request(
    function: str,
    task: Optional[PathLike],
    arrays: Dict[str, Any],
    methods: Dict[str, Any],
    values: Sequence[Any],
) -> _Request:
    """A request to fit methods; ``values`` are those of ``_FIT_OPTIONS``, in the same order."""
    return _Request(function, "fit", task, arrays, {**methods, **dict(zip(_FIT_OPTIONS, values))})


def fit(
    task: Optional[PathLike] = None,
    *,
    source_val_logits: Any = None,
    source_val_labels: Any = None,
    target_logits: Any = None,
    features: Any = None,
    target_labels: Any = None,
    class_names: Optional[Sequence[str]] = None,
    method: Methods = DEFAULT,
    seed: int = 0,
    bins: int = 15,
    labels: Any = None,
    weights: Any = None,
    balance: Optional[str] = None,
    allow_poor_source: bool = False,
    name: str = "task",
    **arrays: Any,
) -> Fit:
    """Calibrates a classifier for a target domain without target labels.

    >>> fit = transcal.fit(source_val_logits=zv, source_val_labels=yv, target_logits=zt,
    ...                    features=(fs, fv, ft))                          # doctest: +SKIP
    >>> fit.temperature, fit.interval, fit.verdict                         # doctest: +SKIP
    >>> fit.calibrate(new_logits)                                          # doctest: +SKIP

    Arrays are numpy arrays, pandas objects, torch tensors or lists.

    :param task: a task file, folder or prefix, instead of arrays
    :param source_val_logits: outputs on labelled source validation rows (rows × classes);
        if they are probabilities, pass ``source_val_probabilities=`` (likewise for other logits)
    :param source_val_labels: their classes, from 0; or names, if ``class_names`` is given
    :param target_logits: outputs on unlabelled target rows
    :param features: (source_train, source_val, target), the representations the shift is measured on
    :param target_labels: true classes of the target rows, for scores and ``oracle`` only; −1 or missing means unknown
    :param method: one method or several; see ``transcal methods``. With ``labels``, the default is
        ``labelled``
    :param labels: target rows that someone labelled: a :class:`LabelRows`, a file of
        ``transcal label``, or a mapping from row to label
    :param weights: importance weights, one per source validation row, in place of features
    :param arrays: further arrays of a task, such as ``mixup_logits`` and ``mixup_partner``
    """
    request = _fit_request(
        "fit",
        task,
        dict(
            arrays,
            source_val_logits=source_val_logits,
            source_val_labels=source_val_labels,
            target_logits=target_logits,
            features=features,
            target_labels=target_labels,
            class_names=class_names,
        ),
        dict(method=None if isinstance(method, _Default) else _names(method)),
        (seed, bins, labels, weights, balance, allow_poor_source, name),
    )
    answer = request.run()
    return Fit(answer, lambda: request.report(answer))


def compare(
    task: Optional[PathLike] = None,
    *,
    methods: Methods = "all",
    seed: int = 0,
    bins: int = 15,
    labels: Any = None,
    weights: Any = None,
    balance: Optional[str] = None,
    allow_poor_source: bool = False,
    name: str = "task",
    features: Any = None,
    class_names: Optional[Sequence[str]] = None,
    **arrays: Any,
) -> Comparison:
    """Fits several methods to one task; arrays are those of :func:`fit`.

    >>> print(transcal.compare("task.npz", methods=["temperature", "transcal"]))   # doctest: +SKIP

    A method that cannot run on the task is listed with the reason.
    """
    every = isinstance(methods, str) and methods == "all"
    request = _fit_request(
        "compare",
        task,
        dict(arrays, features=features, class_names=class_names),
        dict(all=every, method=None if every else _names(methods)),
        (seed, bins, labels, weights, balance, allow_poor_source, name),
    )
    answer = request.run()
    return Comparison(answer, lambda: request.report(answer))


def estimate(
    task: Optional[PathLike] = None,
    *,
    labels: Any = None,
    seed: int = 0,
    bins: int = 15,
    allow_poor_source: bool = False,
    name: str = "task",
    features: Any = None,
    class_names: Optional[Sequence[str]] = None,
    **arrays: Any,
) -> Estimate:
    """Estimates target accuracy without target labels, or with a few; arrays are those of :func:`fit`.

    >>> transcal.estimate("task.npz").verdict      # doctest: +SKIP
    'trustworthy'
    """
    request = _Request(
        "estimate",
        "estimate",
        task,
        dict(arrays, features=features, class_names=class_names),
        dict(labels=labels, seed=seed, bins=bins, allow_poor_source=allow_poor_source, name=name),
    )
    answer = request.run()
    return Estimate(answer, lambda: request.report(answer))


def label_rows(
    task: Optional[PathLike] = None,
    *,
    budget: int,
    labels: Any = None,
    seed: int = 0,
    allow_poor_source: bool = False,
    name: str = "task",
    features: Any = None,
    class_names: Optional[Sequence[str]] = None,
    **arrays: Any,
) -> LabelRows:
    """Chooses target rows worth labelling; arrays are those of :func:`fit`.

    >>> rows = transcal.label_rows("task.npz", budget=100)                 # doctest: +SKIP
    >>> rows.row[:3]                                                       # doctest: +SKIP
    >>> transcal.fit("task.npz", labels=rows.fill({int(r): ask(r) for r in rows.row}))  # doctest: +SKIP

    :param labels: an earlier table, whose rows are kept
    """
    request = _Request(
        "label_rows",
        "label",
        task,
        dict(arrays, features=features, class_names=class_names),
        dict(
            budget=budget, labels=labels, seed=seed, allow_poor_source=allow_poor_source, name=name
        ),
    )
    return LabelRows(request.run().text("rows.csv"))


def evaluate(
    logits: Any = None,
    labels: Any = None,
    *,
    probabilities: Any = None,
    model: Union[None, Model, PathLike] = None,
    seed: int = 0,
    bins: int = 15,
    class_names: Optional[Sequence[str]] = None,
    positive: Union[None, int, str] = None,
) -> Evaluation:
    """Every metric of labelled predictions, with 95 % intervals.

    >>> transcal.evaluate(logits, labels).ece                              # doctest: +SKIP
    >>> transcal.evaluate(probabilities=p, labels=y)                       # doctest: +SKIP
    >>> transcal.evaluate(logits, labels, positive=1).positive.auroc       # doctest: +SKIP

    :param labels: true classes, from 0; or names, if ``class_names`` is given. Rows with −1 or without a
        label are left out
    :param model: calibrate with this model first
    :param positive: also evaluate the probability of this class, by number or name
    """
    if (logits is None) == (probabilities is None):
        raise InputError("pass either logits or probabilities")
    if labels is None:
        raise InputError("labels are missing; one per row is needed")
    given = "logits" if probabilities is None else "probabilities"
    rows = _arrays.matrix(logits if probabilities is None else probabilities, given)
    if given == "logits" and len(rows) and _arrays.are_probabilities(rows):
        _arrays.warn_of_probabilities(given)
    parts: Dict[str, _worker.Part] = {
        given: rows,
        "labels": _arrays.labels(labels, "labels", class_names),
    }
    if model is not None:
        known = model if isinstance(model, Model) else read_model(model)
        parts["model.json"] = known.to_json().encode()
    words = ["evaluate", f"--seed={seed}", f"--bins={bins}"]
    shown = [f"{given}=…", "labels=…"]
    if class_names is not None:
        parts["class_names"] = np.array([str(name) for name in class_names], dtype=np.str_)
        shown.append("class_names=…")
    if positive is not None:
        words.append(f"--positive={positive}")
        shown.append(f"positive={positive!r}")
    call = f"transcal.evaluate({', '.join(shown)})"
    return Evaluation(
        _worker.call(words, parts),
        lambda: _worker.call([*words, "--report", call], parts).text("report.html"),
    )


def _names(methods: Methods) -> List[str]:
    return [methods] if isinstance(methods, str) else [str(method) for method in methods]
