"""A small task with a shift, and the command to compare with."""

import json
import os
import subprocess
import tempfile
import unittest

import numpy as np

COMMAND = os.environ.get("TRANSCAL_COMMAND")


def task(seed=0, rows=300, classes=4, dtype=np.float32):
    """Arrays of a task by name: the target is shifted, and the model is overconfident there."""
    random = np.random.default_rng(seed)
    centres = random.normal(0, 2, (classes, 6))

    def domain(count, shift):
        labels = random.integers(0, classes, count)
        features = centres[labels] + random.normal(0, 1.6, (count, 6)) + shift
        logits = 2.5 * (features @ centres.T - (centres**2).sum(axis=1) / 2) / 1.6**2
        return features.astype(dtype), logits.astype(dtype), labels.astype(np.int32)

    train, validation, target = domain(rows, 0), domain(rows, 0), domain(rows + 50, 0.7)
    return {
        "source_train_features": train[0],
        "source_val_features": validation[0],
        "source_val_logits": validation[1],
        "source_val_labels": validation[2],
        "target_features": target[0],
        "target_logits": target[1],
        "target_labels": target[2],
    }


def call(arrays):
    """The same arrays as arguments of a function."""
    given = dict(arrays)
    names = ("source_train_features", "source_val_features", "target_features")
    return dict(given, features=tuple(given.pop(name) for name in names))


def comparable(result):
    """A result without times, and without commands, which name files."""
    for method in result.get("results", []):
        method.pop("seconds", None)
    for step in result["findings"]["next"]:
        step.pop("command")
    return result


class CommandCase(unittest.TestCase):
    """A test that compares with the command line."""

    def setUp(self):
        if not COMMAND:
            self.skipTest("TRANSCAL_COMMAND is not set; python/run-tests sets it")
        self._folder = tempfile.TemporaryDirectory()
        self.addCleanup(self._folder.cleanup)
        self.folder = self._folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def command(self, *words):
        """Runs the command line; returns status, output and messages."""
        done = subprocess.run(
            [COMMAND, *map(str, words)], capture_output=True, text=True, check=False, cwd=self.folder
        )
        return done.returncode, done.stdout, done.stderr

    def command_json(self, *words):
        status, output, messages = self.command(*words, "--json")
        self.assertEqual(status, 0, messages)
        return json.loads(output)
