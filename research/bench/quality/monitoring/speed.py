"""Time and peak memory of `transcal monitor`, whole process; writes the section of the page about speed.

  speed.py FOLDER PAGE.md [REPEATS]
"""
import os
import pathlib
import statistics
import subprocess
import sys
import time

import numpy

ROOT = pathlib.Path(__file__).resolve().parents[4]
CLASSES, FEATURES = 10, 64
rng = numpy.random.default_rng(0)
centres = rng.normal(size=(CLASSES, FEATURES)).astype(numpy.float32)


def rows(count):
    labels = rng.integers(CLASSES, size=count)
    features = rng.normal(size=(count, FEATURES), scale=3.5).astype(numpy.float32) + centres[labels]
    logits = features @ centres.T / 6 - (centres**2).sum(1) / 12
    return features, logits.astype(numpy.float32), labels


def night(file, count):
    features, logits, _ = rows(count)
    numpy.savez(file, target_features=features, target_logits=logits)


def run(*command, status=(0, 5), **environment):
    """Seconds of wall and of CPU time, and peak memory in bytes."""
    start = time.monotonic()
    process = subprocess.Popen(
        [str(ROOT / "transcal"), *map(str, command)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        env={**os.environ, **environment})
    message = process.stderr.read().decode()
    _, ended, usage = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(ended) not in status:
        sys.exit(message)
    return time.monotonic() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def inputs(folder):
    (folder / "period").mkdir(parents=True, exist_ok=True)
    train, _, _ = rows(5000)
    validation, logits, labels = rows(5000)
    target, target_logits, _ = rows(5000)
    numpy.savez(folder / "task.npz", source_train_features=train, source_val_features=validation, source_val_logits=logits,
                source_val_labels=labels, target_features=target, target_logits=target_logits)
    for day in range(1, 11):
        night(folder / f"period/2026-10-{day:02}.npz", 10_000)
    night(folder / "small.npz", 10_000)
    night(folder / "large.npz", 1_000_000)


def main():
    folder, page = pathlib.Path(sys.argv[1]), sys.argv[2]
    if page == "inputs":
        inputs(folder)
        return
    repeats = int(sys.argv[3]) if len(sys.argv) > 3 else 3
    # In a process of its own: the peak memory of a child starts at that of its parent.
    subprocess.run([sys.executable, __file__, folder, "inputs"], check=True)
    reference = folder / "ref.npz"
    learned = run("reference", folder / "task.npz", "--period", folder / "period", "--out", reference)
    lines = [
        "\n## Speed", "",
        f"`transcal monitor`, the whole process from start to end, K = {CLASSES} classes, d = {FEATURES} features, a reference of ten nights of 10,000 rows;"
        f" median of {repeats} runs. Learning that reference took {learned[0]:.0f} s ({learned[1]:.0f} s of CPU time).", "",
        "| rows | wall time, s | CPU time, s | peak memory, MB | goal |", "|---|---|---|---|---|",
    ]
    for name, count, heap, goal in (
        ("small", 10_000, "", "3 s"), ("large", 1_000_000, "", ""), ("large", 1_000_000, "-Xmx1500m", "60 s, 2 GB")):
        runs = [
            run("monitor", reference, folder / f"{name}.npz", "--at", "2026-11-01", "--dashboard", folder / "page.html",
                TRANSCAL_JAVA_OPTIONS=heap)
            for _ in range(repeats)]
        wall, cpu, peak = (statistics.median(values) for values in zip(*runs))
        lines.append(f"| {count:,}{f' ({heap})' if heap else ''} | {wall:.1f} | {cpu:.1f} | {peak / 1e6:.0f} | {goal} |")
    pathlib.Path(page).write_text("\n".join(lines) + "\n", encoding="utf-8")
    print("\n".join(lines))


main()
