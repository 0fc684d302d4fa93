import pydoc
import unittest

import transcal

from example import call, task

PREDICTIONS = dict(logits=[[1, 0], [0, 2], [3, 1]], labels=[0, 1, 1])


class GivenResults(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        arrays = call(task(1))
        fit = transcal.fit(**arrays, method="temperature")
        evaluation = transcal.evaluate(**PREDICTIONS, positive=1)
        cls.results = (
            fit,
            fit.model,
            fit.report,
            transcal.compare(**arrays, methods="temperature"),
            transcal.estimate(**arrays),
            transcal.label_rows(**arrays, budget=20),
            evaluation,
            evaluation.positive,
            transcal.Monitoring('{"at": "1", "alerts": []}', []),
        )

    def test_help_names_every_attribute(self):
        for result in self.results:
            text = pydoc.render_doc(type(result), renderer=pydoc.plaintext)
            for name in vars(result):
                if not name.startswith("_"):
                    with self.subTest(f"{type(result).__name__}.{name}"):
                        self.assertIn(f":ivar {name}: ", text)

    def test_all_classes_of_results_are_covered(self):
        kinds = {value for value in vars(transcal).values() if isinstance(value, type)}
        plain = {transcal.Interval, *(kind for kind in kinds if issubclass(kind, (Exception, Warning)))}
        self.assertEqual(kinds - plain, {type(result) for result in self.results})

    def test_properties_and_methods_say_what_they_are(self):
        for kind in {getattr(transcal, name) for name in transcal.__all__}:
            for name in dir(kind) if isinstance(kind, type) else ():
                if not name.startswith("_") and not issubclass(kind, (Exception, tuple)):
                    with self.subTest(f"{kind.__name__}.{name}"):
                        self.assertTrue(getattr(kind, name).__doc__)
