#!/usr/bin/env python3
"""Measures a warm fit at the size of Office-Home, and 1 GB of logits through calibrate.

Run in an environment with the wheel: python speed.py. If bench is built (mvn -pl research/bench -am
-DskipTests package), the same fit is also timed in Java, in turns with Python.
"""

import json
import os
import resource
import statistics
import subprocess
import tempfile
import time
import tracemalloc

import numpy as np
import transcal

CLASSES, COLUMNS = 65, 256
ROWS = {"train": 1941, "validation": 486, "target": 4365}
REPEATS = 15
GIGABYTE = 1 << 30
BENCH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../research/bench/target")


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


def in_java(task, method):
    """Seconds of the same fits, estimate included, on arrays that are already in a Java process."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "task.npz")
        arrays = {name: array for name, array in task.items() if name != "features"}
        train, validation, target = task["features"]
        np.savez(path, **arrays, source_train_features=train, source_val_features=validation, target_features=target)
        run = subprocess.run(
            ["java", "-cp", f"{BENCH}/classes:{BENCH}/lib/*", "org.transcal.bench.speed.InProcess"]
            + ["compare", str(os.cpu_count()), path, str(REPEATS), str(REPEATS), method],
            capture_output=True,
            check=True,
        )
        return json.loads(run.stdout.splitlines()[-1])["seconds"]


def warm_fit():
    task = office_home()
    transcal.fit(**task, method="temperature")  # starts the worker
    for method in ("transcal", "recommended"):
        seconds, own, worker, java = [], [], [], []
        for turn in range(3):
            for repeat in range(2 * REPEATS):
                start, cpu, before = time.perf_counter(), time.process_time(), worker_cpu()
                transcal.fit(**task, method=method)
                if repeat >= REPEATS:
                    seconds.append(time.perf_counter() - start)
                    own.append(time.process_time() - cpu)
                    worker.append(worker_cpu() - before)
            if os.path.isdir(f"{BENCH}/lib"):
                java += in_java(task, method)
        median = statistics.median
        print(
            f"{method}: warm call {median(seconds):.3f} s; CPU time of a warm call: "
            f"{median(own):.3f} s here, {median(worker):.3f} s in the worker"
        )
        if java:
            print(f"  the same in Java: {median(java):.3f} s; Python / Java {median(seconds) / median(java):.2f}")


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
