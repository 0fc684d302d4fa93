"""A scikit-learn classifier whose probabilities are calibrated for a target domain.

>>> from transcal.sklearn import TransCalClassifier                         # doctest: +SKIP
>>> model = TransCalClassifier(LogisticRegression()).fit(X, y, X_target)     # doctest: +SKIP
>>> model.predict_proba(X_target)                                            # doctest: +SKIP
"""

from __future__ import annotations

import warnings
from typing import Any, Callable, Tuple, Union

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, MetaEstimatorMixin, clone
from sklearn.utils import check_random_state, indexable
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _num_samples, check_is_fitted, column_or_1d

from . import _calls
from ._arrays import plain
from ._errors import TransCalWarning

__all__ = ["TransCalClassifier"]

_SMALLEST_PROBABILITY = float(np.finfo(np.float32).tiny)


class TransCalClassifier(MetaEstimatorMixin, ClassifierMixin, BaseEstimator):
    """Trains a classifier on the source domain and calibrates it for the target domain.

    :param estimator: any classifier with ``decision_function`` or ``predict_proba``
    :param method: a method of :func:`transcal.fit`
    :param cv: None holds out a part of the source for validation; "prefit" uses a fitted estimator,
        and all rows given to ``fit`` are used for validation
    :param validation_fraction: the part of each class that is held out
    :param features: "input" measures the shift on X itself; if X is sparse or has text or missing values,
        a warning says that no features are used. None uses no features; a function maps X to features
    :param random_state: random state of the hold-out and of the method

    After ``fit``: ``estimator_``, ``classes_``, ``fit_`` (a :class:`transcal.Fit`), ``model_`` and
    ``statement_``, which says what the probabilities are calibrated for.
    """

    def __init__(
        self,
        estimator: Any,
        *,
        method: str = "recommended",
        cv: Union[None, str] = None,
        validation_fraction: float = 0.25,
        features: Union[None, str, Callable[[Any], Any]] = "input",
        random_state: Any = 0,
    ) -> None:
        self.estimator = estimator
        self.method = method
        self.cv = cv
        self.validation_fraction = validation_fraction
        self.features = features
        self.random_state = random_state

    def fit(self, X: Any, y: Any, X_target: Any = None) -> "TransCalClassifier":
        """Trains on source rows and calibrates for target rows, which need no labels.

        Without ``X_target`` the temperature is fitted on the source alone.
        """
        if self.cv not in (None, "prefit"):
            raise ValueError(f"cv is {self.cv!r}; it must be None or 'prefit'")
        if not 0 < self.validation_fraction < 1:
            raise ValueError(
                f"validation_fraction is {self.validation_fraction}; it must be in (0, 1)"
            )
        if y is None:
            raise ValueError(
                "TransCalClassifier requires y to be passed, but the target y is None"
            )
        X, y = indexable(X, y)
        y = column_or_1d(y, warn=True)
        check_classification_targets(y)
        random = check_random_state(self.random_state)
        train, X_validation, y_validation = self._split(X, y, random)
        self.classes_ = self.estimator_.classes_
        if hasattr(self.estimator_, "n_features_in_"):
            self.n_features_in_ = self.estimator_.n_features_in_
        if hasattr(self.estimator_, "feature_names_in_"):
            self.feature_names_in_ = self.estimator_.feature_names_in_
        labels = np.searchsorted(self.classes_, y_validation)
        logits = self._logits(X_validation)
        given = dict(
            source_val_logits=logits,
            source_val_labels=labels,
            seed=int(random.randint(np.iinfo(np.int32).max)),
            allow_poor_source=True,
        )
        if X_target is None:
            self.statement_ = (
                "no X_target was given, so the temperature is that of the source domain: "
                "probabilities are not calibrated for any shift"
            )
            warnings.warn(self.statement_, TransCalWarning, stacklevel=2)
            given.update(target_logits=logits, method="temperature")
        else:
            self.statement_ = f"probabilities are calibrated for the target rows by {self.method}"
            given.update(target_logits=self._logits(X_target), method=self.method)
            if self.features is not None:
                features = [self._features(part) for part in (train, X_validation, X_target)]
                problem = next((part for part in features if isinstance(part, str)), None)
                if problem is None:
                    given["features"] = tuple(features)
                else:
                    self.statement_ += f", without features, since X {problem}"
                    warnings.warn(
                        f"the shift is not measured on X, since it {problem}; pass features=function, "
                        "which maps X to a dense array of finite numbers, or features=None to use none",
                        TransCalWarning,
                        stacklevel=2,
                    )
        self.fit_ = _calls.fit(**given)
        self.model_ = self.fit_.model
        return self

    def _split(self, X: Any, y: np.ndarray, random: Any) -> Tuple[Any, Any, Any]:
        """Fits the estimator; returns training rows, validation rows and their labels."""
        if self.cv == "prefit":
            check_is_fitted(self.estimator)
            self.estimator_ = self.estimator
            unknown = np.setdiff1d(y, self.estimator_.classes_)
            if len(unknown):
                raise ValueError(f"y has the class {unknown[0]}, which the estimator does not know")
            return X, X, y
        classes, number = np.unique(y, return_inverse=True)
        if len(classes) < 2:
            raise ValueError(
                "TransCalClassifier needs samples of at least 2 classes, but y has one class: "
                f"{classes[0] if len(classes) else None!r}"
            )
        held_out = np.zeros(len(y), dtype=bool)
        for k in range(len(classes)):
            rows = random.permutation(np.flatnonzero(number == k))
            # Training must see every class.
            count = min(int(np.ceil(self.validation_fraction * len(rows))), len(rows) - 1)
            held_out[rows[:count]] = True
        if not held_out.any():
            raise ValueError(
                f"n_samples={_num_samples(X)}: at least two rows of one class are needed, "
                "since a part is held out for validation"
            )
        train, validation = np.flatnonzero(~held_out), np.flatnonzero(held_out)
        self.estimator_ = clone(self.estimator).fit(_rows(X, train), y[train])
        return _rows(X, train), _rows(X, validation), y[validation]

    def _logits(self, X: Any) -> np.ndarray:
        """Scores of each class: the decision function, else logarithms of probabilities."""
        if hasattr(self.estimator_, "decision_function"):
            scores = np.asarray(self.estimator_.decision_function(X), dtype=np.float64)
            if scores.ndim == 1:
                return np.stack([-scores / 2, scores / 2], axis=1)
            if scores.shape[1] == len(self.classes_):
                return scores
        if not hasattr(self.estimator_, "predict_proba"):
            raise ValueError(
                "the estimator has neither predict_proba nor a decision_function with one column per class"
            )
        probabilities = np.asarray(self.estimator_.predict_proba(X), dtype=np.float64)
        return np.log(np.maximum(probabilities, _SMALLEST_PROBABILITY))

    def _features(self, X: Any) -> Any:
        """The features of rows, or a text that says why X cannot be used as it is."""
        if callable(self.features):
            return self.features(X)
        if hasattr(X, "toarray"):
            return "is sparse"
        array = plain(X, "X")
        if array.dtype.kind not in "fiub":
            return "does not hold numbers only"
        if array.ndim != 2:
            return f"has shape {array.shape}"
        finite = np.isfinite(array)
        if not finite.all():
            row, column = np.argwhere(~finite)[0]
            return f"has {array[row, column]} in column {column}"
        return array.astype(np.float64)

    def predict_proba(self, X: Any) -> np.ndarray:
        """Calibrated probabilities, one column per class of ``classes_``."""
        check_is_fitted(self)
        return self.model_.calibrate(self._logits(X))

    def predict(self, X: Any) -> np.ndarray:
        """The most probable class of each row."""
        check_is_fitted(self)
        return self.classes_[self.predict_proba(X).argmax(axis=1)]


def _rows(X: Any, rows: np.ndarray) -> Any:
    if hasattr(X, "iloc"):
        return X.iloc[rows]
    return X[rows] if hasattr(X, "shape") else [X[row] for row in rows]
