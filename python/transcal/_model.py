"""Calibration models in pure numpy: using one needs no Java."""

from __future__ import annotations

import json
import os
from typing import Any, Dict, Optional, Union

import numpy as np

from . import _arrays, _model_json
from ._errors import InputError
from ._kinds import KINDS, LARGEST_LOGIT

PathLike = Union[str, "os.PathLike[str]"]

_SMALLEST_PROBABILITY = float(np.finfo(np.float32).tiny)
# Values of a block: they and the intermediate results fit in cache.
_BLOCK = 1 << 16


class Model:
    """A calibration model: a map from logits to calibrated probabilities.

    >>> import numpy, transcal
    >>> model = transcal.Model({"schema": "transcal.model/1", "kind": "temperature",
    ...                         "classes": 2, "temperature": 2.0})
    >>> model.calibrate(numpy.array([[2.0, 0.0]])).round(3)
    array([[0.731, 0.269]])
    """

    def __init__(self, fields: Dict[str, Any], where: str = "model") -> None:
        if isinstance(fields, dict):  # arrays, too, which no file can have
            fields = {k: v.tolist() if hasattr(v, "tolist") else v for k, v in fields.items()}
        _model_json.check(fields, where)
        if fields.get("kind") not in KINDS:
            kind, known = _model_json.quote(fields.get("kind", "")), ", ".join(KINDS)
            raise InputError(f"{where}: Model kind is {kind}; known kinds are {known}")
        self._fields = fields
        try:
            self._rows = KINDS[fields["kind"]](fields, fields["classes"])
        except ValueError as failure:
            raise InputError(f"{where}: {failure}") from None

    @property
    def kind(self) -> str:
        """identity, temperature, vector, matrix, platt, isotonic or histogram."""
        return self._fields["kind"]

    @property
    def classes(self) -> int:
        """Number of classes."""
        return self._fields["classes"]

    @property
    def temperature(self) -> Optional[float]:
        """The temperature, if the model has one."""
        return 1.0 if self.kind == "identity" else self._fields.get("temperature")

    @property
    def provenance(self) -> Dict[str, Any]:
        """Method, seed, version and SHA-256 of each input array."""
        return self._fields.get("provenance", {})

    def to_json(self) -> str:
        """The content of ``model.json``."""
        return json.dumps(self._fields, indent=2) + "\n"

    def save(self, path: PathLike) -> None:
        """Writes ``model.json``, whole or not at all."""
        save_text(path, self.to_json())

    def calibrate(
        self, logits: Any = None, *, probabilities: Any = None, out: Optional[np.ndarray] = None
    ) -> np.ndarray:
        """Calibrated probabilities, in the precision of the input (float32 or float64).

        Works in blocks: besides input and output it needs a few megabytes, for any number of rows.

        :param logits: rows × classes, or with two classes one score of class 1 per row; or pass
            ``probabilities``
        :param out: an array for the result, such as the logits themselves
        """
        if (logits is None) == (probabilities is None):
            raise InputError("pass either logits or probabilities")
        name = "logits" if probabilities is None else "probabilities"
        given = logits if probabilities is None else probabilities
        values = _arrays.floats(given, name, binary=self.classes == 2)
        if values.shape[1] != self.classes:
            raise InputError(
                f"the model was fitted for {self.classes} classes but the {name} have {values.shape[1]}"
            )
        if out is None:
            out = np.empty(values.shape, values.dtype)
        elif not isinstance(out, np.ndarray) or out.shape != values.shape or out.dtype.kind != "f":
            raise InputError(f"out must be a numpy array of floats of shape {values.shape}")
        rows = max(1, _BLOCK // self.classes)
        doubtful = name == "logits" and len(values) > 0
        for start in range(0, len(values), rows):
            block = values[start : start + rows].astype(np.float64)
            if name == "logits":
                _check_logits(block, start)
                doubtful = doubtful and _arrays.are_probabilities(block)
            else:
                _check_probabilities(block, start)
                with np.errstate(divide="ignore"):
                    np.log(block, out=block)
                np.maximum(block, np.log(_SMALLEST_PROBABILITY), out=block)
            out[start : start + rows] = self._rows(block)
        if doubtful:
            _arrays.warn_of_probabilities(name)
        return out

    def __repr__(self) -> str:
        scale = "" if self.temperature is None else f", temperature={self.temperature:.4g}"
        return f"Model(kind={self.kind!r}, classes={self.classes}{scale})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Model) and self._fields == other._fields

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> Any:
        return Model, (self._fields,)


def read_model(path: PathLike) -> Model:
    """Reads a ``model.json``, as ``transcal fit`` and ``Model.save`` write it; needs no Java.

    >>> model = transcal.read_model("model.json")      # doctest: +SKIP
    >>> probabilities = model.calibrate(logits)        # doctest: +SKIP
    """
    where = os.fspath(path)
    try:
        with open(path, "rb") as file:
            data = file.read(_model_json.LARGEST_FILE + 1)
    except (OSError, ValueError) as failure:
        reason = getattr(failure, "strerror", None) or str(failure)
        if isinstance(failure, FileNotFoundError):
            reason = "there is no such file"
        raise InputError(f"{where}: cannot be read: {reason}") from None
    if len(data) > _model_json.LARGEST_FILE:
        raise InputError(f"{where}: is too large; a model has at most {_model_json.LARGEST_FILE} bytes")
    return Model(_model_json.parse(data, where), where)


def save_text(path: PathLike, text: str) -> None:
    """Writes a file, whole or not at all."""
    temporary = f"{os.fspath(path)}.{os.getpid()}.tmp"
    try:
        with open(temporary, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        os.replace(temporary, path)
    except BaseException:
        if os.path.exists(temporary):
            os.remove(temporary)
        raise


def _check_logits(block: np.ndarray, first: int) -> None:
    # NaN fails the comparison, too.
    if not (np.abs(block).max(initial=0) <= LARGEST_LOGIT):
        row, label = np.argwhere(~(np.abs(block) <= LARGEST_LOGIT))[0]
        raise InputError(
            f"logits: Logit at row {first + row}, class {label} is {block[row, label]}; "
            "logits must be finite, within ±1.0E30"
            + (" (np.maximum(a, -100) replaces log 0)" if block[row, label] == -np.inf else "")
        )


def _check_probabilities(block: np.ndarray, first: int) -> None:
    bad = ~((block >= 0) & (block <= 1 + _arrays.ROW_SUM_TOLERANCE))
    if bad.any():
        row, label = np.argwhere(bad)[0]
        raise InputError(
            f"probabilities: Probability at row {first + row}, class {label} is {block[row, label]}; "
            "it must be in [0, 1]"
        )
    sums = block.sum(axis=1)
    if not (np.abs(sums - 1) <= _arrays.ROW_SUM_TOLERANCE).all():
        row = int(np.argmax(np.abs(sums - 1)))
        raise InputError(
            f"probabilities: Probabilities of row {first + row} sum to {sums[row]}; they must sum to 1"
        )
