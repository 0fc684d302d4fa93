import pickle
import unittest
import warnings

import numpy as np
import transcal
from transcal import _arrays

from example import CommandCase, call, task, comparable


class GivenTheSameArrays(CommandCase):
    def setUp(self):
        super().setUp()
        self.arrays = task(1)
        np.savez(self.path("task.npz"), **self.arrays)

    def test_fit_equals_the_command(self):
        fit = transcal.fit(**call(self.arrays), seed=3)

        expected = self.command_json("fit", "task.npz", "--seed", 3, "--out", "out")
        self.assertEqual(comparable(fit.result), comparable(expected))
        self.assertEqual(fit.model, transcal.read_model(self.path("out/model.json")))
        np.testing.assert_array_equal(
            fit.target_probabilities, np.load(self.path("out/target_probabilities.npy"))
        )
        np.testing.assert_allclose(
            fit.calibrate(self.arrays["target_logits"]), fit.target_probabilities, atol=1e-6, rtol=0
        )

    def test_fit_of_a_file_equals_the_command(self):
        fit = transcal.fit(self.path("task.npz"), method="transcal")

        expected = self.command_json("fit", "task.npz", "--method", "transcal", "--out", "out")
        self.assertEqual(comparable(fit.result), comparable(expected))

    def test_compare_equals_the_command(self):
        methods = ["temperature", "cpcs", "pseudocal"]
        comparison = transcal.compare(**call(self.arrays), methods=methods)

        expected = self.command_json("fit", "task.npz", "--method", ",".join(methods), "--out", "out")
        self.assertEqual(comparable(comparison.result), comparable(expected))
        self.assertEqual([result["method"] for result in comparison], methods)
        self.assertIn("mixup", comparison["pseudocal"]["error"])
        self.assertIn("cpcs", repr(comparison))

    def test_estimate_equals_the_command(self):
        estimate = transcal.estimate(**call(self.arrays))

        self.assertEqual(
            comparable(estimate.fields), comparable(self.command_json("estimate", "task.npz"))
        )
        self.assertTrue(estimate.accuracy.low <= estimate.accuracy.value <= estimate.accuracy.high)

    def test_evaluate_equals_the_command(self):
        model = transcal.fit(**call(self.arrays), method="vector").model
        model.save(self.path("model.json"))

        evaluation = transcal.evaluate(
            self.arrays["target_logits"], self.arrays["target_labels"], model=model, bins=10
        )

        self.assertEqual(
            evaluation.fields,
            self.command_json(
                "evaluate",
                "task.npz:target_logits",
                "task.npz:target_labels",
                "--model",
                "model.json",
                "--bins",
                10,
            ),
        )

    def test_evaluate_by_class_and_positive_class_equal_scikit_learn(self):
        try:
            from sklearn import metrics
        except ImportError:
            self.skipTest("scikit-learn is not installed")
        logits, labels = self.arrays["target_logits"], self.arrays["target_labels"]
        names = [f"class {k}" for k in range(logits.shape[1])]

        evaluation = transcal.evaluate(logits, labels, class_names=names, positive="class 1")

        exact = logits.astype(np.float64)
        exponents = np.exp(exact - exact.max(axis=1, keepdims=True))
        p = (exponents / exponents.sum(axis=1, keepdims=True))[:, 1]
        self.assertEqual(evaluation.positive.label, 1)
        self.assertAlmostEqual(evaluation.positive.prevalence, np.mean(labels == 1))
        self.assertAlmostEqual(evaluation.positive.auroc.value, metrics.roc_auc_score(labels == 1, p))
        self.assertAlmostEqual(evaluation.positive.log_loss.value, metrics.log_loss(labels == 1, p))
        self.assertAlmostEqual(
            evaluation.positive.brier.value, metrics.brier_score_loss(labels == 1, p)
        )
        precision, recall, f1, count = metrics.precision_recall_fscore_support(
            labels, logits.argmax(axis=1)
        )
        for k, scores in enumerate(evaluation.by_class):
            self.assertEqual((scores["name"], scores["count"]), (names[k], count[k]))
            self.assertAlmostEqual(scores["precision"], precision[k])
            self.assertAlmostEqual(scores["recall"], recall[k])
            self.assertAlmostEqual(scores["f1"], f1[k])
        self.assertIn("positive=&#39;class 1&#39;", evaluation.report.html.replace("'", "&#39;"))
        with self.assertRaisesRegex(transcal.InputError, "positive is class x; it must be"):
            transcal.evaluate(logits, labels, class_names=names, positive="class x")

    def test_label_rows_equals_the_command_and_labels_are_used(self):
        rows = transcal.label_rows(**call(self.arrays), budget=40)

        self.command("label", "task.npz", "--budget", 40, "--out", "rows.csv")
        with open(self.path("rows.csv"), encoding="utf-8") as file:
            self.assertEqual(rows.to_csv(), file.read())
        truth = {int(row): int(self.arrays["target_labels"][row]) for row in rows.row}
        filled = rows.fill(truth)
        filled.save(self.path("rows.csv"))
        expected = self.command_json("estimate", "task.npz", "--labels", "rows.csv")
        estimate = transcal.estimate(**call(self.arrays), labels=filled)
        self.assertEqual(comparable(estimate.fields), comparable(expected))
        fit = transcal.fit(**call(self.arrays), labels=self.path("rows.csv"))
        self.assertEqual(fit.method, "labelled")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", transcal.TransCalWarning)
            explicit = transcal.fit(**call(self.arrays), labels=truth, method="recommended")
        self.assertEqual(explicit.method, "recommended")

    def test_errors_have_the_words_of_the_command(self):
        self.arrays["source_val_labels"] = self.arrays["source_val_labels"][:-1]
        np.savez(self.path("bad.npz"), **self.arrays)

        with self.assertRaises(transcal.InputError) as raised:
            transcal.fit(self.path("bad.npz"))

        status, _, messages = self.command("fit", self.path("bad.npz"))
        self.assertEqual(status, 3)
        self.assertEqual("error: " + str(raised.exception), messages.strip())

    def test_data_that_cannot_be_calibrated(self):
        self.arrays["source_val_labels"] = (self.arrays["source_val_logits"].argmin(axis=1)).astype(np.int32)
        np.savez(self.path("bad.npz"), **self.arrays)

        with self.assertRaises(transcal.DataError) as raised:
            transcal.fit(self.path("bad.npz"))

        status, _, messages = self.command("fit", self.path("bad.npz"))
        self.assertEqual(status, 4)
        self.assertEqual("error: " + str(raised.exception), messages.strip())


class GivenAFit(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.arrays = task(2)
        cls.fit = transcal.fit(**call(cls.arrays))

    def test_it_has_an_interval_a_verdict_and_reasons(self):
        low, high = self.fit.interval
        self.assertTrue(low <= self.fit.accuracy <= high)
        self.assertIn(self.fit.verdict, ("trustworthy", "doubtful", "untrustworthy"))
        self.assertTrue(self.fit.reasons)
        self.assertGreater(self.fit.temperature, 1)

    def test_it_shows_itself(self):
        self.assertIn("temperature", repr(self.fit))
        self.assertIn("<table>", self.fit._repr_html_())

    def test_the_report_is_made_on_demand(self):
        self.assertIn("</html>", self.fit.report.html)
        self.assertIn("transcal.fit(", self.fit.report.html)
        self.assertIn("<iframe", self.fit.report._repr_html_())

    def test_a_report_of_changed_arrays_is_refused(self):
        arrays = task(2)
        fit = transcal.fit(**call(arrays), method="temperature")
        arrays["source_val_logits"] *= 2

        with self.assertRaisesRegex(transcal.InputError, "changed"):
            fit.report.html

    def test_it_can_be_pickled(self):
        again = pickle.loads(pickle.dumps(self.fit))

        self.assertEqual(again.temperature, self.fit.temperature)
        self.assertEqual(again.model, self.fit.model)


class GivenWarnings(unittest.TestCase):
    def test_they_point_at_the_caller(self):
        arrays = task(2)
        arrays["target_labels"] = np.where(np.arange(350) < 100, arrays["target_labels"], -1)
        for function in (
            lambda: transcal.fit(**call(arrays), method="temperature"),
            lambda: transcal.evaluate(arrays["target_logits"], arrays["target_labels"]),
        ):
            with self.assertWarns(transcal.TransCalWarning) as caught:
                result = function()
            self.assertEqual(caught.filename, __file__)
            self.assertTrue(result.warnings)


class GivenAMethodThatCannotRun(unittest.TestCase):
    def test_the_others_run_and_its_reason_is_told(self):
        comparison = transcal.compare(**call(task(2)), methods=["temperature", "mc-dropout"])

        self.assertEqual(comparison.method, "mc-dropout")
        self.assertIsNone(comparison.model)
        self.assertIsNone(comparison.accuracy)
        self.assertIn("mcdropout_probs", repr(comparison))
        with self.assertRaisesRegex(transcal.InputError, "mcdropout_probs"):
            comparison.calibrate([[0, 0, 0, 0]])

    def test_alone_it_is_an_error(self):
        with self.assertRaisesRegex(transcal.InputError, "task: mc-dropout needs mcdropout_probs"):
            transcal.fit(**call(task(2)), method="mc-dropout")


class GivenAComparison(unittest.TestCase):
    def test_estimates_and_measurements_have_names_of_their_own(self):
        arrays = call(task(3))
        comparison = transcal.compare(**arrays, methods=["temperature", "transcal"])

        own = comparison["temperature"]
        lines = [line.split("  ") for line in repr(comparison).splitlines()]
        cells = [[cell.strip() for cell in line if cell.strip()] for line in lines]
        self.assertEqual(
            cells[:2],
            [
                ["method", "temperature", "estimated accuracy", "measured accuracy", "measured ECE"],
                [
                    "temperature",
                    f"{own['temperature']:.4g}",
                    f"{own['estimatedTargetAccuracy']:.4f}",
                    f"{own['target']['accuracy']:.4f}",
                    f"{own['target']['ece']:.4f}",
                ],
            ],
        )
        del arrays["target_labels"]
        unlabelled = transcal.compare(**arrays, methods="temperature")
        self.assertEqual(len(repr(unlabelled).splitlines()[1].split()), 3)
        for page in (comparison._repr_html_(), unlabelled._repr_html_()):
            self.assertIn("estimated accuracy", page)


class GivenOtherKindsOfArrays(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.arrays = task(3, dtype=np.float64)
        cls.expected = transcal.fit(**call(cls.arrays), method="transcal").temperature

    def assert_same(self, arrays, **options):
        fit = transcal.fit(**call(arrays), method="transcal", **options)
        self.assertEqual(fit.temperature, self.expected)

    def test_lists(self):
        self.assert_same({name: array.tolist() for name, array in self.arrays.items()})

    def test_column_major_and_strided(self):
        self.assert_same({name: np.asfortranarray(array) for name, array in self.arrays.items()})
        self.assert_same(
            {name: np.repeat(array, 2, axis=0)[::2] for name, array in self.arrays.items()}
        )

    def test_big_endian(self):
        self.assert_same(
            {name: array.astype(array.dtype.newbyteorder(">")) for name, array in self.arrays.items()}
        )

    def test_labels_as_a_column_and_as_names(self):
        names = ["ant", "bee", "cat", "dog"]
        arrays = dict(self.arrays)
        arrays["source_val_labels"] = arrays["source_val_labels"].reshape(-1, 1)
        arrays["target_labels"] = np.array(names)[arrays["target_labels"]]
        self.assert_same(arrays, class_names=names)

    def test_torch_tensors(self):
        try:
            import torch
        except ImportError:
            self.skipTest("torch is not installed")
        tensors = {name: torch.from_numpy(array) for name, array in self.arrays.items()}
        tensors["target_logits"].requires_grad_()
        self.assert_same(tensors)

    def test_pandas_objects(self):
        try:
            import pandas
        except ImportError:
            self.skipTest("pandas is not installed")
        self.assert_same(
            {
                name: pandas.DataFrame(array) if array.ndim == 2 else pandas.Series(array)
                for name, array in self.arrays.items()
            }
        )
        comparison = transcal.compare(**call(self.arrays), methods=["temperature", "mc-dropout"])
        self.assertEqual(list(comparison.to_pandas().index), ["temperature", "mc-dropout"])

    def test_probabilities(self):
        arrays = dict(self.arrays)
        for name in ("source_val", "target"):
            z = arrays.pop(name + "_logits")
            e = np.exp(z - z.max(axis=1, keepdims=True))
            arrays[name + "_probabilities"] = e / e.sum(axis=1, keepdims=True)

        fit = transcal.fit(**call(arrays), method="temperature")

        direct = transcal.fit(**call(self.arrays), method="temperature")
        self.assertAlmostEqual(fit.temperature, direct.temperature, delta=1e-3 * fit.temperature)


class GivenNamesThatAreNumbers(unittest.TestCase):
    """Twelve classes named 0, 1, 10, 11, 2, …, as numpy.unique sorts them, and a perfect classifier."""

    def setUp(self):
        random = np.random.default_rng(4)
        self.names = sorted(str(k) for k in range(12))
        self.classes = random.integers(0, 12, 300)
        self.logits = 6 * np.eye(12)[self.classes] + random.normal(0, 0.1, (300, 12))
        self.text = np.array(self.names)[self.classes]

    def accuracy(self, labels):
        return transcal.evaluate(self.logits, labels, class_names=self.names).metrics["accuracy"].value

    def test_text_of_any_type_is_a_name(self):
        for labels in (self.text, self.text.astype(object), self.text.tolist()):
            self.assertEqual(self.accuracy(labels), 1)

    def test_text_of_pandas_is_a_name(self):
        try:
            import pandas
        except ImportError:
            self.skipTest("pandas is not installed")
        for dtype in (object, "string", "category"):
            self.assertEqual(self.accuracy(pandas.Series(self.text, dtype=dtype)), 1)
            some = pandas.Series(np.where(self.classes == 3, None, self.text), dtype=dtype)
            with self.assertWarnsRegex(transcal.TransCalWarning, "labels are -1"):
                self.assertEqual(self.accuracy(some), 1)

    def test_numbers_are_positions_with_a_warning(self):
        for labels in (self.classes, self.classes.astype(float), self.classes.tolist()):
            with self.assertWarnsRegex(transcal.TransCalWarning, "2 is not the class named 2") as caught:
                self.assertEqual(self.accuracy(labels), 1)
            self.assertEqual(caught.filename, __file__)

    def test_numbers_that_are_names_at_their_own_position_give_no_warning(self):
        self.names = [str(k) for k in range(12)]
        with warnings.catch_warnings():
            warnings.simplefilter("error", transcal.TransCalWarning)
            self.assertEqual(self.accuracy(self.classes), 1)

    def test_booleans_are_positions_with_a_warning(self):
        logits = self.logits[:, :2]
        labels = logits.argmax(axis=1).astype(bool)
        with self.assertWarnsRegex(transcal.TransCalWarning, "is not the class named False"):
            transcal.evaluate(logits, labels, class_names=["True", "False"])
        with warnings.catch_warnings():
            warnings.simplefilter("error", transcal.TransCalWarning)
            transcal.evaluate(logits, labels, class_names=["False", "True"])

    def test_partners_are_rows(self):
        given = dict(
            source_val_logits=self.logits,
            source_val_labels=self.text,
            target_logits=self.logits,
            class_names=self.names,
            mixup_logits=self.logits,
        )
        partners = np.roll(np.arange(300), 1)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", transcal.TransCalWarning)
            transcal.fit(**given, mixup_partner=partners, method="pseudocal")
        with self.assertRaisesRegex(transcal.InputError, "mixup_partner holds text"):
            transcal.fit(**given, mixup_partner=partners.astype(str), method="pseudocal")


class GivenMissingLabels(unittest.TestCase):
    def setUp(self):
        self.arrays = task(2)
        self.names = ["ant", "bee", "cat", "dog"]

    def fit(self, **changes):
        given = {**call(self.arrays), "class_names": self.names, **changes}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", transcal.TransCalWarning)
            return transcal.fit(**given, method="temperature")

    def missing(self, name, values):
        """The labels as text objects with these values in the first rows."""
        labels = np.array(self.names, dtype=object)[self.arrays[name]]
        labels[: len(values)] = values
        return labels

    def kinds(self):
        try:
            import pandas
        except ImportError:
            return [None, float("nan")]
        return [None, float("nan"), pandas.NA, pandas.NaT]

    def test_they_are_unlabelled_target_rows(self):
        kinds = [*self.kinds(), ""]
        numbers = self.arrays["target_labels"].copy()
        numbers[: len(kinds)] = -1
        expected = self.fit(target_labels=numbers).results[0]["target"]

        for labels in (
            self.missing("target_labels", kinds),
            np.where(numbers < 0, np.nan, numbers),
            np.where(numbers < 0, None, numbers),
        ):
            self.assertEqual(self.fit(target_labels=labels).results[0]["target"], expected)

    def test_nullable_integers_of_pandas(self):
        try:
            import pandas
        except ImportError:
            self.skipTest("pandas is not installed")
        numbers = self.arrays["target_labels"].copy()
        numbers[7] = -1
        nullable = pandas.array(np.where(numbers < 0, None, numbers), dtype="Int64")

        fit = self.fit(target_labels=nullable)

        expected = self.fit(target_labels=numbers)
        self.assertEqual(fit.results[0]["target"], expected.results[0]["target"])

    def test_source_rows_need_labels(self):
        for kind in self.kinds():
            labels = self.missing("source_val_labels", [])
            labels[7] = kind
            with self.assertRaisesRegex(transcal.InputError, "source_val_labels at row 7 is missing"):
                self.fit(source_val_labels=labels)


class GivenOneNumberPerRow(unittest.TestCase):
    def setUp(self):
        random = np.random.default_rng(3)
        self.labels = random.integers(0, 2, 200)
        self.scores = (2 * self.labels - 1) * 2 + random.normal(0, 2, 200)
        self.logits = np.stack([np.zeros(200), self.scores], axis=1)

    def fit(self, logits, **options):
        return transcal.fit(
            source_val_logits=logits,
            source_val_labels=self.labels,
            target_logits=logits,
            method="temperature",
            **options,
        )

    def test_probabilities_in_place_of_logits_cause_a_warning(self):
        random = np.random.default_rng(0)
        p, labels = random.random(50), random.integers(0, 2, 50)
        for wrong in (p, np.stack([1 - p, p], axis=1)):
            with self.assertWarnsRegex(transcal.TransCalWarning, "pass them as probabilities=") as caught:
                transcal.evaluate(wrong, labels)
            self.assertEqual(caught.filename, __file__)
        with self.assertWarnsRegex(transcal.TransCalWarning, "pass them as target_probabilities="):
            transcal.fit(
                source_val_logits=p * 9 - 4, source_val_labels=p > 0.4, target_logits=p, method="temperature"
            )

    def test_scores_are_the_log_odds_of_class_1(self):
        expected = self.fit(self.logits)
        for scores in (self.scores, self.scores.reshape(-1, 1)):
            fit = self.fit(scores)
            self.assertEqual(fit.temperature, expected.temperature)
            np.testing.assert_array_equal(fit.calibrate(scores), expected.calibrate(self.logits))

    def test_probabilities_are_those_of_class_1(self):
        p = 1 / (1 + np.exp(-self.scores))

        one = transcal.evaluate(probabilities=p, labels=self.labels)

        two = transcal.evaluate(probabilities=np.stack([1 - p, p], axis=1), labels=self.labels)
        self.assertEqual(one.ece, two.ece)

    def test_the_logarithm_of_zero_is_refused_with_the_line_that_mends_it(self):
        logits = self.logits.copy()
        logits[7, 1] = -np.inf
        with self.assertRaisesRegex(transcal.InputError, r"row 7.*np\.maximum\(a, -100\)"):
            self.fit(logits)


class GivenObjects(unittest.TestCase):
    def test_integers_keep_all_digits(self):
        large = np.array([2**60, 2**60 + 1], dtype=object)

        self.assertEqual(_arrays.plain(large, "camera").tolist(), [2**60, 2**60 + 1])

    def test_integers_beyond_64_bits_stay_objects(self):
        huge = np.array([2**80, 1], dtype=object)

        self.assertEqual(_arrays.plain(huge, "camera").tolist(), [2**80, 1])


class GivenWrongArguments(unittest.TestCase):
    def setUp(self):
        self.given = call(task(1, rows=60))

    def assert_refused(self, message, error=transcal.InputError, **changes):
        with self.assertRaisesRegex(error, message) as raised:
            transcal.fit(**{**self.given, **changes})
        self.assertNotIn("\n", str(raised.exception))

    def test_shapes_name_the_argument(self):
        self.assert_refused(r"target_logits has shape \(1, 1, 3\)", target_logits=[[[1, 2, 3]]])
        self.assert_refused(r"source_val_labels has shape \(2, 2\)", source_val_labels=[[0, 1], [1, 0]])
        self.assert_refused("target_logits is not an array|target_logits holds", target_logits=[[1, 2], [3]])

    def test_types_name_the_argument(self):
        self.assert_refused("target_logits holds text", target_logits=[["a", "b"]])
        self.assert_refused("source_val_labels holds text; pass class_names", source_val_labels=["a"] * 60)
        self.assert_refused("source_val_labels at row 0 is 0.5", source_val_labels=[0.5] * 60)

    def test_masked_values_are_refused(self):
        logits = self.given["target_logits"]
        masked = np.ma.masked_array(logits, mask=logits > logits.mean())
        self.assertTrue(masked.mask.any())
        self.assert_refused("target_logits has masked values; leave out", target_logits=masked)
        self.assert_refused(
            "source_val_labels has masked values",
            source_val_labels=np.ma.masked_equal(self.given["source_val_labels"], 0),
        )
        self.given["target_logits"] = np.ma.masked_array(logits)
        transcal.fit(**self.given, method="temperature")

    def test_long_texts_leave_the_java_process_running(self):
        transcal.fit(**self.given, method="temperature", name="x" * 9000)
        pid = transcal.worker_pid()
        for name in ("x" * 10_000, "\U0001d4e3" * 5_000):
            self.assert_refused("--name=.*… has 10,007 characters; at most 10,000", name=name)
        self.assertEqual(transcal.worker_pid(), pid)

    def test_features_must_be_three(self):
        self.assert_refused("features must be three arrays", features=self.given["features"][:2])

    def test_unknown_names(self):
        self.assert_refused("did you mean mixup_logits", error=TypeError, mixup_logit=[[1, 2]])
        self.assert_refused('Unknown method "transcall"; did you mean', method="transcall")

    def test_rows_that_differ_are_named(self):
        self.assert_refused(
            "source_val_labels: has 59 rows where source validation has 60",
            source_val_labels=self.given["source_val_labels"][:-1],
        )

    def test_values_are_named(self):
        bad = self.given["target_logits"].copy()
        bad[7, 2] = np.nan
        self.assert_refused("target_logits: Logit at row 7, class 2 is NaN", target_logits=bad)

    def test_a_file_and_arrays(self):
        with self.assertRaisesRegex(transcal.InputError, "either a task file or arrays"):
            transcal.fit("task.npz", target_logits=[[1, 2]])

    def test_tables_are_refused_with_what_to_do(self):
        for name in ("task.parquet", "TASK.CSV", "task.csv.gz"):
            with self.subTest(name), self.assertRaisesRegex(
                transcal.InputError, f"^{name}: is a table, .* read it with pandas"
            ):
                transcal.fit(name)

    def test_missing_files(self):
        with self.assertRaisesRegex(transcal.InputError, "nowhere.npz: there is no such task"):
            transcal.fit("nowhere.npz")
        self.assert_refused("rows.csv: cannot be read: there is no such file", labels="rows.csv")


if __name__ == "__main__":
    unittest.main()
