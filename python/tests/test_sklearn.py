import unittest
import warnings

import numpy as np
import transcal

try:
    import sklearn
except ImportError:
    sklearn = None


def domain(count, shift, seed):
    random = np.random.default_rng(seed)
    labels = random.integers(0, 3, count)
    centres = np.random.default_rng(7).normal(0, 2, (3, 5))
    return centres[labels] + random.normal(0, 1.5, (count, 5)) + shift, np.array(["a", "b", "c"])[labels]


@unittest.skipIf(sklearn is None, "scikit-learn is not installed")
class GivenAClassifier(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        from sklearn.linear_model import LogisticRegression
        from transcal.sklearn import TransCalClassifier

        cls.classifier = TransCalClassifier
        cls.base = LogisticRegression
        cls.X, cls.y = domain(600, 0, 1)
        cls.X_target, cls.y_target = domain(500, 0.8, 2)

    def test_it_passes_the_estimator_checks(self):
        from sklearn.utils.estimator_checks import check_estimator

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for estimator, check in check_estimator(self.classifier(self.base()), generate_only=True):
                with self.subTest(str(check)):
                    check(estimator)

    def test_target_rows_calibrate_without_labels(self):
        model = self.classifier(self.base(), method="transcal").fit(self.X, self.y, self.X_target)

        self.assertEqual(model.fit_.method, "transcal")
        self.assertEqual(list(model.classes_), ["a", "b", "c"])
        p = model.predict_proba(self.X_target)
        np.testing.assert_allclose(p.sum(axis=1), 1)
        np.testing.assert_array_equal(
            model.predict(self.X_target), model.estimator_.predict(self.X_target)
        )
        self.assertGreater(model.score(self.X_target, self.y_target), 0.5)
        self.assertIn("target rows", model.statement_)

    def test_without_target_rows_it_says_so(self):
        with self.assertWarnsRegex(transcal.TransCalWarning, "not calibrated for any shift"):
            model = self.classifier(self.base()).fit(self.X, self.y)
        self.assertEqual(model.fit_.method, "temperature")
        self.assertIn("source domain", model.statement_)

    def test_prefit(self):
        base = self.base().fit(self.X[:300], self.y[:300])

        model = self.classifier(base, cv="prefit", method="transcal").fit(
            self.X[300:], self.y[300:], self.X_target
        )

        self.assertIs(model.estimator_, base)
        self.assertEqual(model.fit_.result["task"]["rows"]["sourceVal"], 300)

    def test_other_bases(self):
        from sklearn.ensemble import RandomForestClassifier
        from sklearn.naive_bayes import GaussianNB
        from sklearn.svm import SVC, LinearSVC

        for base in (
            RandomForestClassifier(20, random_state=0),
            GaussianNB(),
            SVC(decision_function_shape="ovr"),
            LinearSVC(dual=False),
        ):
            with self.subTest(type(base).__name__):
                model = self.classifier(base, method="transcal").fit(self.X, self.y, self.X_target)
                self.assertGreater(model.score(self.X_target, self.y_target), 0.5)

    def test_binary_and_sparse(self):
        from scipy.sparse import csr_matrix

        y = np.where(self.y == "a", 1, 0)
        with self.assertWarnsRegex(transcal.TransCalWarning, "not measured on X, since it is sparse"):
            model = self.classifier(self.base()).fit(csr_matrix(self.X), y, csr_matrix(self.X_target))
        self.assertNotIn("features", model.fit_.result["task"])
        self.assertIn("without features, since X is sparse", model.statement_)
        self.assertEqual(model.predict_proba(csr_matrix(self.X_target)).shape, (500, 2))

    def test_features_are_not_left_out_in_silence(self):
        from sklearn.ensemble import HistGradientBoostingClassifier

        from sklearn.pipeline import make_pipeline
        from sklearn.preprocessing import FunctionTransformer

        missing = self.X_target.copy()
        missing[7, 2] = np.nan
        texts = self.X.astype(object)
        texts[:, 1] = "old"
        first = FunctionTransformer(lambda X: np.asarray(X)[:, :1].astype(float))
        for base, X, X_target, problem in (
            (HistGradientBoostingClassifier(max_iter=5), self.X, missing, "has nan in column 2"),
            (make_pipeline(first, self.base()), texts, self.X_target, "does not hold numbers only"),
        ):
            with self.subTest(problem):
                with self.assertWarnsRegex(transcal.TransCalWarning, problem):
                    self.classifier(base).fit(X, self.y, X_target)
                with warnings.catch_warnings():
                    warnings.simplefilter("error", transcal.TransCalWarning)
                    self.classifier(base, features=None).fit(X, self.y, X_target)
                    model = self.classifier(base, features=first.transform)
                    model.fit(X, self.y, X_target)
                self.assertEqual(model.fit_.result["task"]["features"], 1)

    def test_parameters_clones_and_searches(self):
        from sklearn.base import clone
        from sklearn.model_selection import GridSearchCV

        model = self.classifier(self.base(C=3), method="transcal")
        self.assertEqual(clone(model).get_params()["estimator__C"], 3)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", transcal.TransCalWarning)
            search = GridSearchCV(model, {"estimator__C": [0.1, 1]}, cv=2).fit(self.X, self.y)
        self.assertIn(search.best_params_["estimator__C"], (0.1, 1))

    def test_wrong_parameters(self):
        for changes, message in (
            ({"cv": 5}, "cv is 5"),
            ({"validation_fraction": 2}, "validation_fraction is 2"),
        ):
            with self.subTest(message), self.assertRaisesRegex(ValueError, message):
                self.classifier(self.base(), **changes).fit(self.X, self.y)


if __name__ == "__main__":
    unittest.main()
