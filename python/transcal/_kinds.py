"""The formulas of each kind of model, on blocks of rows in double precision."""

from __future__ import annotations

from typing import Any, Callable, Dict, List

import numpy as np

from ._model_json import is_number

# Larger logits are refused, and scaled ones stop there.
LARGEST_LOGIT = 1e30
# A million products with the largest logit stay finite.
_LARGEST_WEIGHT = 1e270

Rows = Callable[[np.ndarray], np.ndarray]


def _softmax(z: np.ndarray, temperature: float = 1.0) -> np.ndarray:
    """Writes softmax(z / temperature) over z."""
    z -= z.max(axis=1, keepdims=True)
    z *= min(1 / temperature, np.finfo(np.float64).max)
    np.exp(z, out=z)
    z /= z.sum(axis=1, keepdims=True)
    return z


def _identity(fields: Dict[str, Any], classes: int) -> Rows:
    return _softmax


def _temperature(fields: Dict[str, Any], classes: int) -> Rows:
    temperature = fields.get("temperature")
    if not is_number(temperature):
        raise ValueError('Model parameter "temperature" must be a number')
    if not temperature > 0:
        raise ValueError(f"Temperature is {temperature}; it must be positive and finite")
    temperature = float(temperature)
    return lambda z: _softmax(z, temperature)


def _vector(fields: Dict[str, Any], classes: int) -> Rows:
    weights, bias = _weights(fields, (classes,)), _numbers(fields, "bias", (classes,))

    def rows(z: np.ndarray) -> np.ndarray:
        z *= weights
        return _softmax(_shifted(z, bias))

    return rows


def _matrix(fields: Dict[str, Any], classes: int) -> Rows:
    weights, bias = _weights(fields, (classes, classes)), _numbers(fields, "bias", (classes,))
    return lambda z: _softmax(_shifted(z @ weights.T, bias))


def _weights(fields: Dict[str, Any], shape: Any) -> np.ndarray:
    weights = _numbers(fields, "weights", shape)
    largest = weights.flat[np.abs(weights).argmax()]
    if not abs(largest) <= _LARGEST_WEIGHT:
        raise ValueError(
            f"Model parameter weights contains {largest}; it must be within ±{_LARGEST_WEIGHT}"
        )
    return weights


def _shifted(scaled: np.ndarray, bias: np.ndarray) -> np.ndarray:
    """Adds the bias to the scaled logits, which stop at the largest logit."""
    with np.errstate(over="ignore"):
        scaled += bias
    return np.clip(scaled, -LARGEST_LOGIT, LARGEST_LOGIT, out=scaled)


def _platt(fields: Dict[str, Any], classes: int) -> Rows:
    maps = 1 if classes == 2 else classes
    slope, offset = _numbers(fields, "slope", (maps,)), _numbers(fields, "offset", (maps,))

    def one(k: int, odds: np.ndarray) -> np.ndarray:
        return _sigmoid((0 if slope[k] == 0 else slope[k] * odds) + offset[k] + 0 * odds)

    return _one_vs_rest(classes, one)


def _isotonic(fields: Dict[str, Any], classes: int) -> Rows:
    thresholds = _tables(fields, "thresholds", classes)
    values = _tables(fields, "values", classes)
    for x, y in zip(thresholds, values):
        if len(x) != len(y):
            raise ValueError(f"Model has {len(y)} values; {len(x)} are needed, one per threshold")
        _check_probabilities(y, "An isotonic map needs at least one threshold")
        if not ((x[1:] > x[:-1]) & (y[1:] >= y[:-1])).all():
            raise ValueError("thresholds must increase and values must not fall")

    def one(k: int, odds: np.ndarray) -> np.ndarray:
        x, y, p = thresholds[k], values[k], _sigmoid(odds)
        above = np.searchsorted(x, p)
        left, right = np.maximum(above - 1, 0), np.minimum(above, len(x) - 1)
        with np.errstate(invalid="ignore", divide="ignore"):
            share = (p - x[left]) / (x[right] - x[left])
        between = (left < right) & (p != x[right])
        return np.where(between, y[left] + np.where(between, share, 0) * (y[right] - y[left]), y[right])

    return _one_vs_rest(classes, one)


def _histogram(fields: Dict[str, Any], classes: int) -> Rows:
    values = _tables(fields, "values", classes)
    for heights in values:
        _check_probabilities(heights, "A histogram needs at least one bin")

    def one(k: int, odds: np.ndarray) -> np.ndarray:
        p, bins = _sigmoid(odds), len(values[k])
        # Bins are (lo, hi]; values within 1e-6 of an edge are on it, as in Java's ReliabilityDiagram.
        return values[k][np.searchsorted(np.arange(1, bins) / bins + 1e-6, p)]

    return _one_vs_rest(classes, one)


def _one_vs_rest(classes: int, one: Callable[[int, np.ndarray], np.ndarray]) -> Rows:
    def rows(z: np.ndarray) -> np.ndarray:
        odds = _log_odds(z)
        if classes == 2:
            z[:, 1] = one(0, odds[:, 1])
            z[:, 0] = 1 - z[:, 1]
            return z
        for k in range(classes):
            z[:, k] = one(k, odds[:, k])
        total = z.sum(axis=1, keepdims=True)
        nothing = total[:, 0] <= 0
        total[nothing] = 1
        z /= total
        z[nothing] = 1.0 / classes
        return z

    return rows


def _log_odds(z: np.ndarray) -> np.ndarray:
    """log(p / (1 − p)) of each class: z_k − log Σ_{j≠k} e^{z_j}, in a form that cannot underflow."""
    index = np.arange(len(z))
    best = z.argmax(axis=1)
    top = z[index, best]
    others = z.copy()
    others[index, best] = -np.inf
    second = others.max(axis=1)
    terms = np.exp(others - second[:, None])
    total = terms.sum(axis=1)
    behind = np.exp(second - top)
    rest = behind[:, None] * np.maximum(0, total[:, None] - terms)
    odds = z - top[:, None] - np.log1p(rest)
    odds[index, best] = top - second - np.log(total)
    return odds


def _sigmoid(x: np.ndarray) -> np.ndarray:
    """1 / (1 + e^−x), exact at both ends."""
    e = np.exp(-np.abs(x))
    return np.where(x >= 0, 1 / (1 + e), e / (1 + e))


def _numbers(fields: Dict[str, Any], name: str, shape: Any) -> np.ndarray:
    values = _list(fields, name, is_table=len(shape) == 2)
    rows = values if len(shape) == 2 else [values]
    if len(values) != shape[0] or any(len(row) != shape[-1] for row in rows):
        raise ValueError(f"Model has {name} of another shape; {shape} numbers are needed")
    return np.array(values, dtype=np.float64)


def _tables(fields: Dict[str, Any], name: str, classes: int) -> List[np.ndarray]:
    tables = _list(fields, name, is_table=True)
    needed = 1 if classes == 2 else classes
    if len(tables) != needed:
        raise ValueError(f"Model has {len(tables)} lists of {name}; {needed} are needed")
    return [np.array(row, dtype=np.float64) for row in tables]


def _list(fields: Dict[str, Any], name: str, is_table: bool) -> List[Any]:
    value = fields.get(name)
    if not isinstance(value, list) or (value != [] and isinstance(value[0], list)) != is_table:
        form = "a list of lists of numbers" if is_table else "a list of numbers"
        raise ValueError(f'Model parameter "{name}" must be {form}')
    return value


def _check_probabilities(values: np.ndarray, empty: str) -> None:
    if not len(values):
        raise ValueError(empty)
    bad = values[~((values >= 0) & (values <= 1))]
    if len(bad):
        raise ValueError(f"Model parameter values contains {bad[0]}; it must be in [0, 1]")


KINDS: Dict[str, Callable[[Dict[str, Any], int], Rows]] = {
    "identity": _identity,
    "temperature": _temperature,
    "vector": _vector,
    "matrix": _matrix,
    "platt": _platt,
    "isotonic": _isotonic,
    "histogram": _histogram,
}
