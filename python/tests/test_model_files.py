import csv
import os
import random
import unittest

import numpy as np
import transcal
from transcal import _model_json, _worker

FOLDER = os.path.join(os.path.dirname(__file__), os.pardir, "models")
MUTATIONS = 1000
PIECES = (
    *(", : { } [ ] \" NaN Infinity null true 0 1 2 -1 1.5 01 1. 1e5 1e999 [[1]] [] [[]]".split()),
    *('"1" "kind" "classes" "vector" "weights" "values" "x":1, "x":["y"], "bias":[1],'.split()),
    " ",
    "9" * 309,
    "[" * 18,
)


def expected():
    """Names of model files with what the message says about them, or nothing if they are good."""
    with open(os.path.join(FOLDER, "expected.csv"), encoding="utf-8") as file:
        return [(row["file"], row["problem"]) for row in csv.DictReader(file)]


class GivenTheModelFilesThatJavaReads(unittest.TestCase):
    """ModelFilesTest reads the same files in Java and expects the same."""

    def test_they_are_read_or_refused_as_expected(self):
        for name, problem in expected():
            with self.subTest(name):
                path = os.path.join(FOLDER, name)
                if not problem:
                    model = transcal.read_model(path)
                    logits = np.array([[1e30, -1e30], [1.0, 0.0]]).repeat((model.classes + 1) // 2, axis=1)
                    probabilities = model.calibrate(logits[:, : model.classes])
                    np.testing.assert_allclose(probabilities.sum(axis=1), 1, rtol=1e-9)
                    continue
                with self.assertRaises(transcal.InputError) as caught:
                    transcal.read_model(path)
                message = str(caught.exception)
                self.assertTrue(message.startswith(path + ": "), message)
                self.assertIn(problem.lower(), message.lower())

    def test_java_agrees_on_mutations(self):
        seeds = []
        for name, problem in expected():
            if not problem and name != "good-most-classes.json":
                with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
                    seeds.append(file.read())
        chance = random.Random(5)
        accepted = 0
        for _ in range(MUTATIONS):
            seed = chance.choice(seeds)
            at, length = chance.randrange(len(seed)), chance.choice((0, 0, 1, 1, 3))
            text = seed[:at] + chance.choice(("", *PIECES)) + seed[at + length :]
            with self.subTest(text):
                by_python, by_java = self.by_python(text.encode()), self.by_java(text.encode())
                self.assertEqual(by_python is None, by_java is None, (by_python, by_java))
                accepted += by_python is None
        self.assertGreater(accepted, MUTATIONS / 50)

    def by_python(self, data):
        try:
            transcal.Model(_model_json.parse(data, "model.json"))
        except transcal.InputError as refused:
            return str(refused)
        return None

    def by_java(self, data):
        try:
            _worker.call(["calibrate"], {"logits": np.zeros((1, 2)), "model.json": data})
        except transcal.InputError as refused:
            # Java checks the logits against the model that it has read.
            return None if "but the logits have" in str(refused) else str(refused)
        return None


if __name__ == "__main__":
    unittest.main()
