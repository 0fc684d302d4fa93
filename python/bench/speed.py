#!/usr/bin/env python3
"""Measures a warm fit at the size of Office-Home, and 1 GB of logits through calibrate.

Run in an environment with the wheel: python speed.py
"""

import os
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


def worker_cpu():
    """Seconds of CPU time that the worker has used so far (Linux)."""
    with open(f"/proc/{transcal.worker_pid()}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def warm_fit():
    task = office_home()
    transcal.fit(**task, method="temperature")  # starts the worker
    for method in ("transcal", "recommended"):
        seconds, java, own, worker = [], [], [], []
        for _ in range(REPEATS):
            start, cpu, before = time.perf_counter(), time.process_time(), worker_cpu()
            fit = transcal.fit(**task, method=method)
            seconds.append(time.perf_counter() - start)
            own.append(time.process_time() - cpu)
            worker.append(worker_cpu() - before)
            java.append(fit.results[0]["seconds"])
        late = slice(REPEATS // 2, None)
        print(
            f"{method}: warm call {statistics.median(seconds[late]):.3f} s, of which the method "
            f"{statistics.median(java[late]):.3f} s; first call {seconds[0]:.1f} s; CPU time of a warm "
            f"call: {statistics.median(own[late]):.3f} s here, {statistics.median(worker[late]):.3f} s in the worker"
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
