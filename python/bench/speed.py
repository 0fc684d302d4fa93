#!/usr/bin/env python3
"""Measures a warm fit at the size of Office-Home, and 1 GB of logits through calibrate.

Run in an environment with the wheel: python speed.py
"""

import resource
import statistics
import time
import tracemalloc

import numpy as np
import transcal

CLASSES, COLUMNS = 65, 256
ROWS = {"train": 1941, "validation": 486, "target": 4365}
REPEATS = 15
GIGABYTE = 1 << 30


def office_home():
    """Made-up arrays of the size of an Office-Home task."""
    random = np.random.default_rng(0)
    centres = random.normal(0, 1, (CLASSES, COLUMNS))

    def domain(rows, shift):
        labels = random.integers(0, CLASSES, rows)
        features = 0.6 * centres[labels] + random.normal(shift, 2.2, (rows, COLUMNS))
        logits = 24 * (features @ centres.T) / COLUMNS
        return features.astype(np.float32), logits.astype(np.float32), labels

    train = domain(ROWS["train"], 0)
    validation = domain(ROWS["validation"], 0)
    target = domain(ROWS["target"], 0.25)
    return {
        "source_val_logits": validation[1],
        "source_val_labels": validation[2],
        "target_logits": target[1],
        "features": (train[0], validation[0], target[0]),
    }


def warm_fit():
    task = office_home()
    for method in ("transcal", "recommended"):
        seconds, java = [], []
        for _ in range(REPEATS):
            start = time.perf_counter()
            fit = transcal.fit(**task, method=method)
            seconds.append(time.perf_counter() - start)
            java.append(fit.results[0]["seconds"])
        late = slice(REPEATS // 2, None)
        print(
            f"{method}: warm call {statistics.median(seconds[late]):.3f} s, of which the method "
            f"{statistics.median(java[late]):.3f} s; first call {seconds[0]:.1f} s"
        )


def calibrate():
    logits = np.random.default_rng(0).normal(0, 3, (GIGABYTE // 4 // CLASSES, CLASSES)).astype(np.float32)
    model = transcal.Model(
        {"schema": "transcal.model/1", "kind": "temperature", "classes": CLASSES, "temperature": 2.0}
    )
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    tracemalloc.start()
    start = time.perf_counter()
    model.calibrate(logits, out=logits)
    seconds = time.perf_counter() - start
    peak = tracemalloc.get_traced_memory()[1]
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    print(
        f"calibrate 1 GB in place: {seconds:.1f} s, peak of new memory {peak / 1e6:.1f} MB, "
        f"growth of resident memory {grown / 1e3:.1f} MB"
    )


if __name__ == "__main__":
    calibrate()
    warm_fit()
