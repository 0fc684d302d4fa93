#!/usr/bin/python3
"""Generates the five tasks of the mini-bank: core/src/test/resources/mini-bank/*.npz.

    /usr/bin/python3 research/bench/quality/mini-bank/tasks.py

Each task draws class centres, source rows around them and shifted target rows; the model is the exact posterior
of the source, made overconfident. RandomState gives the same numbers with every version of numpy.
"""
import pathlib

import numpy as np

FOLDER = pathlib.Path(__file__).resolve().parents[4] / "core/src/test/resources/mini-bank"


class Problem:
    """Gaussian classes whose means move by `shift` in the target."""

    def __init__(self, seed, classes, features, shift, separation=1.6, overconfidence=2.0):
        self.random = np.random.RandomState(seed)
        self.classes = classes
        self.centres = separation * self.random.normal(size=(classes, features))
        direction = self.random.normal(size=features)
        self.shift = shift * direction / np.linalg.norm(direction)
        self.overconfidence = overconfidence

    def rows(self, n, in_target):
        labels = self.random.randint(self.classes, size=n)
        noise = self.random.normal(size=(n, self.centres.shape[1]))
        x = self.centres[labels] + noise * (1.3 if in_target else 1.0) + (self.shift if in_target else 0)
        return x.astype(np.float16), labels

    def logits(self, x):
        x = x.astype(float)
        scores = x @ self.centres.T - 0.5 * (self.centres**2).sum(axis=1)
        return self.overconfidence * (scores - scores.mean(axis=1, keepdims=True))

    def arrays(self, train, validation, target, dtype=np.float32):
        xs, _ = self.rows(train, False)
        xv, yv = self.rows(validation, False)
        xt, yt = self.rows(target, True)
        return {
            "source_train_features": xs,
            "source_val_features": xv,
            "target_features": xt,
            "source_train_logits": self.logits(xs).astype(dtype),
            "source_val_logits": self.logits(xv).astype(dtype),
            "target_logits": self.logits(xt).astype(dtype),
            "source_val_labels": yv,
            "target_labels": yt,
        }


def softmax(z):
    e = np.exp(z - z.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def write(name, arrays):
    path = FOLDER / f"{name}.npz"
    np.savez_compressed(path, **arrays)
    assert path.stat().st_size <= 60_000, (name, path.stat().st_size)
    print(f"{name}: {path.stat().st_size} bytes")


def binary():
    """A mild shift between two classes."""
    write("mild-binary", Problem(1, 2, 6, 0.8, separation=0.7).arrays(200, 220, 260))


def many_classes():
    """About four validation rows per class; logits in half precision."""
    problem = Problem(2, 30, 8, 1.5, separation=1.1)
    arrays = problem.arrays(150, 130, 170, np.float16)
    arrays["source_val_labels"] = arrays["source_val_labels"].astype(np.uint8)
    write("many-classes", arrays)


def disjoint():
    """Domains that a linear classifier separates completely."""
    arrays = Problem(3, 4, 5, 9.0, separation=1.0).arrays(160, 150, 200)
    arrays["target_features"] = np.asfortranarray(arrays["target_features"])
    write("disjoint-domains", arrays)


def every_array():
    """With mixed inputs, dropout passes and an ensemble."""
    problem = Problem(4, 5, 8, 1.5, separation=0.75)
    arrays = problem.arrays(180, 200, 240)
    x = arrays["target_features"].astype(float)
    partner = problem.random.permutation(len(x))
    arrays["mixup_partner"] = partner
    arrays["mixup_logits"] = problem.logits(0.65 * x + 0.35 * x[partner]).astype(np.float32)
    for name, members, noise in [("mcdropout_probs", 10, 1.0), ("ensemble_probs", 5, 0.6)]:
        passes = [problem.logits(x + noise * problem.random.normal(size=x.shape)) for _ in range(members)]
        arrays[name] = np.mean([softmax(z) for z in passes], axis=0).astype(np.float32)
    write("every-array", arrays)


def probabilities():
    """Probabilities in multiples of 1/64 in place of logits: ties, bin edges and exact zeros."""
    arrays = Problem(5, 3, 4, 1.0, separation=0.9).arrays(120, 180, 220)
    for split in ("source_train", "source_val", "target"):
        p = softmax(arrays.pop(f"{split}_logits").astype(float))
        counts = np.floor(64 * p)
        counts[np.arange(len(p)), p.argmax(axis=1)] += 64 - counts.sum(axis=1)
        arrays[f"{split}_probabilities"] = (counts / 64).astype(">f4")
    write("coarse-probabilities", arrays)


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for make in (binary, many_classes, disjoint, every_array, probabilities):
        make()
