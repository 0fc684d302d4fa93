"""Turns what users pass as arrays into numpy arrays that the worker can read as they are."""

from __future__ import annotations

import difflib
import os
import warnings
from typing import Any, Dict, Mapping, Optional, Sequence, Union

import numpy as np

from ._errors import InputError, TransCalWarning
from ._worker import callers_level

MATRICES = (
    "source_val_logits",
    "source_val_probabilities",
    "target_logits",
    "target_probabilities",
    "source_train_logits",
    "source_train_probabilities",
    "source_train_features",
    "source_val_features",
    "target_features",
    "mixup_logits",
    "mixup_probabilities",
    "mcdropout_probs",
    "ensemble_probs",
    "svi_probs",
    "second_source_val_logits",
    "second_source_val_probabilities",
    "second_target_logits",
    "second_target_probabilities",
)
LABELS = ("source_val_labels", "target_labels", "source_train_labels", "mixup_partner")
_PARTIAL = ("target_labels", "labels")
ROW_SUM_TOLERANCE = 1e-3
_MANY = 10
_TABLES = (".parquet", ".feather", ".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".gz")


def path(given: Union[str, "os.PathLike[str]"]) -> str:
    """The absolute path of a task or batch; tables are refused, since the wheel cannot read them."""
    text = os.fspath(given)
    if text.lower().endswith(_TABLES) and not os.path.isdir(text):
        raise InputError(
            f"{text}: is a table, which only the command reads; in Python, read it with pandas and pass "
            'its columns as arrays, such as target_logits=table[["logit_0", "logit_1"]]'
        )
    # The Java process keeps the folder in which it was started.
    return os.path.abspath(text)


def are_probabilities(rows: np.ndarray) -> bool:
    """Whether every row is non-negative and sums to 1."""
    return bool((rows >= 0).all()) and bool((np.abs(rows.sum(axis=1) - 1) <= ROW_SUM_TOLERANCE).all())


def warn_of_probabilities(name: str, seen: str = "every row of {} is non-negative and sums to 1") -> None:
    """Warns that an array of logits looks like probabilities."""
    right = name[: -len("logits")] + "probabilities"
    warnings.warn(
        f"{seen.format(name)}: these look like probabilities; pass them as {right}=…",
        TransCalWarning,
        stacklevel=callers_level(),
    )


def plain(value: Any, name: str) -> np.ndarray:
    """The value as a numpy array, without a copy if possible; objects without text as numbers."""
    if isinstance(value, np.ma.MaskedArray) and np.ma.is_masked(value):
        raise InputError(
            f"{name} has masked values; leave out their rows, or fill them: {name}.filled(…)"
        )
    if hasattr(value, "detach"):  # a torch tensor
        value = value.detach().cpu()
        if str(value.dtype) == "torch.bfloat16":
            value = value.float()
        value = value.numpy()
    elif hasattr(value, "to_numpy"):  # pandas
        value = value.to_numpy()
    try:
        array = np.asarray(value)
    except (ValueError, TypeError):
        raise InputError(f"{name} is not an array: its rows have different lengths") from None
    # Text stays text: "01" and "1" may be different names.
    if array.dtype == object and array.size and not any(isinstance(x, (str, bytes)) for x in array.flat):
        are_integers = all(isinstance(x, (int, np.integer)) for x in array.flat)
        try:
            if are_integers:
                return array.astype(np.int64)
            return np.where(_is_missing(array), np.nan, array).astype(np.float64)
        except (ValueError, TypeError, OverflowError):
            return array
    return array


def _is_missing(array: np.ndarray) -> np.ndarray:
    """Where an array of objects holds None, NaN, or NA or NaT of pandas."""
    missing = [
        x is None
        or isinstance(x, (float, np.floating)) and np.isnan(x)
        or type(x).__name__ in ("NAType", "NaTType")
        for x in array.flat
    ]
    return np.array(missing, dtype=bool).reshape(array.shape)


def matrix(value: Any, name: str) -> np.ndarray:
    """Rows × columns of float32 or float64, contiguous."""
    array = floats(value, name)
    return np.ascontiguousarray(array)


def floats(value: Any, name: str, binary: bool = True) -> np.ndarray:
    """Rows × columns of float32 or float64, of any strides.

    :param binary: treat one score or probability per row as that of class 1 of two, as the command does
    """
    array = plain(value, name)
    if array.dtype.kind not in "fiub":
        raise InputError(f"{name} holds {_type(array)}; numbers are needed")
    single = array.ndim == 1 or array.ndim == 2 and array.shape[1] == 1
    if binary and single and name.endswith(("logits", "probabilities")):
        score = array.reshape(-1).astype(np.float64)
        # Fewer logits may all be there by chance.
        if name.endswith("logits") and len(score) >= _MANY and (np.abs(score - 0.5) <= 0.5).all():
            warn_of_probabilities(name, "all {} are within 0 … 1")
        other = np.zeros_like(score) if name.endswith("logits") else 1 - score
        return np.stack([other, score], axis=1)
    if array.ndim != 2:
        raise InputError(
            f"{name} has shape {array.shape}; it must have two dimensions, one row per example"
        )
    if array.dtype in (np.float32, np.float64) and array.dtype.isnative:
        return array
    return array.astype(np.float32 if array.dtype == np.float16 else np.float64)


def labels(value: Any, name: str, class_names: Optional[Sequence[str]] = None) -> np.ndarray:
    """One integer per row; class names become class numbers, and missing target labels −1."""
    array = plain(value, name)
    if array.ndim == 2 and array.shape[1] == 1:
        array = array.reshape(-1)
    if array.ndim != 1:
        hint = f"; for one-hot rows: {name}.argmax(axis=1)" if array.ndim == 2 else ""
        raise InputError(
            f"{name} has shape {array.shape}; it must have one dimension, one label per row{hint}"
        )
    are_classes = name != "mixup_partner"
    if array.dtype.kind in "USO" and are_classes:
        return _numbers(array, name, class_names)
    if array.dtype.kind not in "fiub":
        raise InputError(f"{name} holds {_type(array)}; integers are needed")
    if array.dtype.kind == "f":
        if name in _PARTIAL:
            array = np.where(np.isnan(array), -1, array)
        whole = array == np.floor(array)
        if not whole.all():
            row = int(np.argmin(whole))
            raise InputError(f"{name} at row {row} is {array[row]}; labels must be integers")
        array = array.astype(np.int64)
    if array.dtype.kind == "u" and array.dtype.itemsize == 8:
        array = array.astype(np.int64)
    if class_names is not None and are_classes:
        _warn_of_other_names(array, name, class_names)
    return np.ascontiguousarray(array)


def _warn_of_other_names(array: np.ndarray, name: str, class_names: Sequence[str]) -> None:
    """Warns if a number, or a boolean, is also the name of another class."""
    named: Dict[Any, int] = {}
    for position, text in enumerate(class_names):
        named[str(text)] = position
        try:
            named[float(str(text))] = position
        except ValueError:
            continue
    for label in np.unique(array):
        position = named.get(str(label), named.get(label, label))
        if position != label:
            warnings.warn(
                f"{name} holds numbers, which are positions in class_names, not names: {label} is not "
                f"the class named {class_names[position]}; pass text to give names",
                TransCalWarning,
                stacklevel=callers_level(),
            )
            return


def _numbers(array: np.ndarray, name: str, class_names: Optional[Sequence[str]]) -> np.ndarray:
    if class_names is None:
        raise InputError(
            f"{name} holds text; pass class_names=[…], in the order of the columns of the logits, "
            f"or integers: numpy.unique({name}, return_inverse=True)[1]"
        )
    index = {str(text): number for number, text in enumerate(class_names)}
    if name in _PARTIAL:
        index[""] = -1
    numbers = np.empty(len(array), dtype=np.int64)
    for row, (value, is_missing) in enumerate(zip(array, _is_missing(array))):
        if is_missing and name not in _PARTIAL:
            raise InputError(f"{name} at row {row} is missing; every row needs a label")
        text = "" if is_missing else str(value)
        if text not in index:
            raise InputError(f"{name} at row {row} is {text!r}, which is not in class_names")
        numbers[row] = index[text]
    return numbers


def vector(value: Any, name: str) -> np.ndarray:
    """One number per row."""
    array = plain(value, name)
    if array.dtype.kind not in "fiub" or array.ndim != 1:
        raise InputError(f"{name} has shape {array.shape} of {_type(array)}; one number per row is needed")
    return np.ascontiguousarray(array, dtype=np.float64)


def task(
    given: Mapping[str, Any], features: Any, class_names: Optional[Sequence[str]]
) -> Dict[str, np.ndarray]:
    """The arrays of a task by name."""
    arrays: Dict[str, np.ndarray] = {}
    values = {name: value for name, value in given.items() if value is not None}
    if features is not None:
        if isinstance(features, np.ndarray) or not hasattr(features, "__len__") or len(features) != 3:
            raise InputError(
                "features must be three arrays: (source_train, source_val, target)"
            )
        for name, value in zip(("source_train", "source_val", "target"), features):
            values[name + "_features"] = value
    for name, value in values.items():
        if name in MATRICES:
            arrays[name] = matrix(value, name)
        elif name in LABELS:
            arrays[name] = labels(value, name, class_names)
        else:
            near = difflib.get_close_matches(name, MATRICES + LABELS, 1)
            question = f"; did you mean {near[0]}?" if near else ""
            raise TypeError(f"unknown array {name}{question}")
    if class_names is not None:
        arrays["class_names"] = np.array([str(name) for name in class_names], dtype=np.str_)
    return arrays


def _type(array: np.ndarray) -> str:
    return "text or mixed values" if array.dtype.kind in "USO" else str(array.dtype)
