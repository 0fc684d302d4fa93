import json
import os
import subprocess
import sys
import tempfile
import tracemalloc
import unittest
import warnings

import numpy as np
import transcal
from transcal import _worker

from example import call, task

KINDS = {
    "vanilla": "identity",
    "temperature": "temperature",
    "vector": "vector",
    "matrix": "matrix",
    "platt": "platt",
    "isotonic": "isotonic",
    "histogram": "histogram",
}
MEBIBYTE = 1 << 20


def by_java(model, logits):
    parts = {"logits": np.ascontiguousarray(logits), "model.json": model.to_json().encode()}
    return _worker.call(["calibrate"], parts).array("probabilities.npy")


class GivenEachKind(unittest.TestCase):
    # Rounding of exp differs by one unit in the last place between Java and numpy.
    TOLERANCE = {np.float64: 1e-12, np.float32: 1e-6}

    def test_numpy_equals_java(self):
        for classes in (2, 5):
            arrays = task(4, classes=classes)
            for method, kind in KINDS.items():
                model = transcal.fit(**call(arrays), method=method).model
                self.assertEqual(model.kind, kind)
                for dtype, tolerance in self.TOLERANCE.items():
                    with self.subTest(classes=classes, kind=kind, dtype=dtype.__name__):
                        random = np.random.default_rng(9)
                        logits = random.normal(0, 8, (1000, classes)).astype(dtype)
                        logits[:3] *= 1e4  # probabilities that underflow

                        probabilities = model.calibrate(logits)

                        self.assertEqual(probabilities.dtype, dtype)
                        np.testing.assert_allclose(
                            probabilities, by_java(model, logits), atol=tolerance, rtol=0
                        )

    def test_ties_and_extremes_equal_java(self):
        arrays = task(4, classes=3)
        logits = np.array(
            [[0, 0, 0], [1e30, -1e30, 0], [5, 5, -1e30], [-1e30, -1e30, -1e30], [700, 0, -700]], float
        )
        for method in KINDS:
            with self.subTest(method=method):
                model = transcal.fit(**call(arrays), method=method).model

                np.testing.assert_allclose(
                    model.calibrate(logits), by_java(model, logits), atol=1e-12, rtol=0
                )


class GivenAHistogram(unittest.TestCase):
    def test_probabilities_near_an_edge_are_on_it(self):
        values = [0.05, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95]
        model = transcal.Model(
            {"schema": "transcal.model/1", "kind": "histogram", "classes": 2, "values": [values]}
        )
        p = np.arange(1, 20) / 20
        expected = [values[(k - 1) // 2] for k in range(1, 20)]
        for near in (p, p.astype(np.float32).astype(float), p - 9e-7, p + 9e-7):
            logits = np.log(np.stack([1 - near, near], axis=1))
            np.testing.assert_array_equal(model.calibrate(logits)[:, 1], expected)
            np.testing.assert_array_equal(by_java(model, logits)[:, 1], expected)


class GivenAModelFile(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "model.json")

    def write(self, **fields):
        with open(self.path, "w", encoding="utf-8") as file:
            json.dump({"schema": "transcal.model/1", **fields}, file)

    def test_no_java_is_needed(self):
        self.write(kind="temperature", classes=2, temperature=2.0)
        code = (
            "import sys, transcal; "
            f"print(transcal.read_model({self.path!r}).calibrate([[2, 0]]).round(6).tolist()); "
            "print(transcal.worker_pid())"
        )

        done = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PATH": "", "JAVA_HOME": ""},
        )

        self.assertEqual(done.stdout.split("\n")[:2], ["[[0.731059, 0.268941]]", "None"])

    def test_files_that_cannot_be_read_are_named(self):
        for path, problem in (
            (self.path, "there is no such file"),
            (os.path.dirname(self.path), "Is a directory"),
            ("model\0.json", "embedded null byte"),
        ):
            with self.subTest(problem), self.assertRaisesRegex(
                transcal.InputError, f"cannot be read: {problem}"
            ):
                transcal.read_model(path)

    def test_arrays_are_accepted_in_place_of_lists(self):
        fields = dict(schema="transcal.model/1", kind="vector", classes=2)
        model = transcal.Model(dict(fields, weights=np.ones(2, np.float32), bias=np.zeros(2)))
        model.save(self.path)
        self.assertEqual(transcal.read_model(self.path), model)

    def test_what_is_saved_is_read(self):
        model = transcal.fit(**call(task(1)), method="isotonic").model
        model.save(self.path)
        self.assertEqual(transcal.read_model(self.path), model)
        self.assertEqual(model.provenance["method"], "isotonic")


class GivenLogits(unittest.TestCase):
    def setUp(self):
        self.model = transcal.Model(
            {"schema": "transcal.model/1", "kind": "temperature", "classes": 3, "temperature": 2.0}
        )

    def test_bad_logits_are_named(self):
        for logits, message in (
            ([[0, 1]], "fitted for 3 classes but the logits have 2"),
            ([0, 1, 2], r"logits has shape \(3,\)"),
            ([[0, 1, np.inf]], "row 0, class 2 is inf"),
            ([["a", "b", "c"]], "logits holds text"),
        ):
            with self.subTest(message), self.assertRaisesRegex(transcal.InputError, message):
                self.model.calibrate(logits)
        with self.assertRaisesRegex(transcal.InputError, "row 1 sum to 0.3"):
            self.model.calibrate(probabilities=[[0, 0, 1], [0.1, 0.1, 0.1]])
        with self.assertRaisesRegex(transcal.InputError, "out must be"):
            self.model.calibrate([[0, 1, 2]], out=np.empty((1, 2)))

    def test_probabilities_are_converted_by_log(self):
        p = np.array([[0.7, 0.2, 0.1], [1.0, 0.0, 0.0]])
        expected = np.sqrt(p) / np.sqrt(p).sum(axis=1, keepdims=True)
        np.testing.assert_allclose(self.model.calibrate(probabilities=p), expected, atol=1e-15)

    def test_probabilities_in_place_of_logits_cause_a_warning(self):
        p = np.full((100_000, 3), [0.7, 0.2, 0.1])
        for rows in (p, p.astype(np.float32), [[0.84, 0.16, 0]]):
            with self.assertWarnsRegex(
                transcal.TransCalWarning, "every row of logits .* pass them as probabilities="
            ) as caught:
                self.model.calibrate(rows)
            self.assertEqual(caught.filename, __file__)
        p[-1] = [1, 1, 1]
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.model.calibrate(p)
            self.model.calibrate(np.empty((0, 3)))
            self.model.calibrate(probabilities=p[:5])

    def test_probabilities_of_class_1_in_place_of_scores_cause_a_warning(self):
        model = transcal.Model({"schema": "transcal.model/1", "kind": "identity", "classes": 2})
        with self.assertWarnsRegex(transcal.TransCalWarning, "all logits are within 0 … 1"):
            model.calibrate(np.linspace(0, 1, 10))
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            model.calibrate([0.84])
            model.calibrate(probabilities=np.linspace(0, 1, 10))

    def test_no_rows(self):
        self.assertEqual(self.model.calibrate(np.empty((0, 3))).shape, (0, 3))

    def test_memory_does_not_grow_with_rows(self):
        logits = np.zeros((1_000_000, 3), np.float32)
        tracemalloc.start()
        self.addCleanup(tracemalloc.stop)

        self.model.calibrate(logits, out=logits)

        self.assertLess(tracemalloc.get_traced_memory()[1], 4 * MEBIBYTE)
        np.testing.assert_allclose(logits, 1 / 3, rtol=1e-6)


if __name__ == "__main__":
    unittest.main()
