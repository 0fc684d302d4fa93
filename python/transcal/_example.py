"""A small task for trying things out."""

from __future__ import annotations

from typing import Any, Dict

import numpy as np

_CLASSES, _COLUMNS = 5, 8


def example(seed: int = 0, rows: int = 1000) -> Dict[str, Any]:
    """Arrays of a generated task, named like the arguments of :func:`transcal.fit`.

    The model is far more overconfident on the target, whose features are shifted and noisier, than on
    its source domain.

    >>> task = transcal.example()            # doctest: +SKIP
    >>> fit = transcal.fit(**task)           # doctest: +SKIP
    """
    random = np.random.default_rng(seed)
    centres = random.normal(0, 1.3, (_CLASSES, _COLUMNS))

    def domain(shift: float, noise: float) -> Any:
        labels = random.integers(0, _CLASSES, rows)
        features = centres[labels] + random.normal(shift, noise, (rows, _COLUMNS))
        logits = 1.3 * (features @ centres.T - (centres**2).sum(axis=1) / 2)
        return features.astype(np.float32), logits.astype(np.float32), labels

    train, validation, target = domain(0, 1.1), domain(0, 1.1), domain(0.35, 1.6)
    return {
        "source_val_logits": validation[1],
        "source_val_labels": validation[2],
        "target_logits": target[1],
        "target_labels": target[2],
        "features": (train[0], validation[0], target[0]),
    }
