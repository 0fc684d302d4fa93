"""PySpark: the stages of the Spark module as stages of Python pipelines.

>>> from transcal.spark import CalibrationEvaluator, TransCalEstimator      # doctest: +SKIP
>>> model = TransCalEstimator(logitsCol="rawPrediction").fit(scored)         # doctest: +SKIP
>>> model.temperature, model.transform(batch)                                # doctest: +SKIP

The jar of the Spark module must be on Spark's class path, for example with ``--packages``. Import this
module before loading a saved pipeline.
"""

from __future__ import annotations

import json
import sys
from typing import Any, Union

from pyspark import keyword_only
from pyspark.ml.evaluation import JavaEvaluator
from pyspark.ml.param import Param, Params, TypeConverters
from pyspark.ml.util import JavaMLReadable, JavaMLReader, JavaMLWritable
from pyspark.ml.wrapper import JavaEstimator, JavaModel

from ._model import Model

__all__ = ["CalibrationEvaluator", "CalibrationModelTransformer", "TransCalEstimator", "TransCalModel"]

_PACKAGE = "org.transcal.spark"
# Spark finds the Python class of a Java stage by its name.
sys.modules.setdefault(_PACKAGE, sys.modules[__name__])


def _param(name: str, doc: str, converter: Any = TypeConverters.toString) -> Any:
    return Param(Params._dummy(), name, doc, typeConverter=converter)


class _Reader(JavaMLReader):
    @classmethod
    def _java_loader_class(cls, clazz: Any) -> str:
        return f"{_PACKAGE}.{clazz.__name__}"


class _Stage(JavaMLReadable, JavaMLWritable):
    """What all stages share: parameters, defaults from Java, saving and loading."""

    logitsCol = _param("logitsCol", "logits, one per class: vectors of Spark ML, or arrays")
    probabilityCol = _param("probabilityCol", "calibrated probabilities")
    handleInvalid = _param("handleInvalid", "what happens to invalid rows: error, skip, keep")

    @classmethod
    def read(cls) -> Any:
        """A reader of saved stages."""
        return _Reader(cls)

    def _start(self: Any, given: Any) -> None:
        """Creates the Java stage and takes over its defaults."""
        self._java_obj = self._new_java_obj(f"{_PACKAGE}.{type(self).__name__}", self.uid)
        self._transfer_params_from_java()
        self._set(**given)


class _Outputs(_Stage):
    confidenceCol = _param("confidenceCol", "the largest calibrated probability; empty for none")


class TransCalEstimator(JavaEstimator, _Outputs):
    """Fits a calibration to one DataFrame of source and target rows, told apart by ``splitCol``.

    Arguments are the parameters of the Java stage; the defaults are its defaults.
    """

    method = _param("method", "the calibration method")
    splitCol = _param("splitCol", "which set a row belongs to")
    sourceTrainValue = _param("sourceTrainValue", "value of splitCol for source training rows")
    sourceValidationValue = _param("sourceValidationValue", "value of splitCol for source validation rows")
    targetValue = _param("targetValue", "value of splitCol for target rows")
    featuresCol = _param("featuresCol", "features of all rows: vectors of Spark ML, or arrays")
    importanceCol = _param("importanceCol", "importance weights of source validation rows")
    labelCol = _param("labelCol", "class 0 … K−1; read for source validation rows only")
    bins = _param("bins", "number of equal-width bins", TypeConverters.toInt)
    seed = _param("seed", "random seed", TypeConverters.toInt)
    maxIter = _param(
        "maxIter", "maximum number of evaluations of the domain classifier's loss", TypeConverters.toInt
    )
    tol = _param("tol", "relative gradient norm of the domain classifier", TypeConverters.toFloat)
    maxValidationValues = _param(
        "maxValidationValues", "maximum number of values that the driver collects", TypeConverters.toInt
    )
    absentClasses = _param("absentClasses", "classes without source validation rows: refuse, accept")
    storageLevel = _param("storageLevel", "where packed rows are cached during a fit")

    @keyword_only
    def __init__(
        self,
        *,
        method: str = None,  # type: ignore[assignment]
        logitsCol: str = None,  # type: ignore[assignment]
        labelCol: str = None,  # type: ignore[assignment]
        featuresCol: str = None,  # type: ignore[assignment]
        splitCol: str = None,  # type: ignore[assignment]
        sourceTrainValue: str = None,  # type: ignore[assignment]
        sourceValidationValue: str = None,  # type: ignore[assignment]
        targetValue: str = None,  # type: ignore[assignment]
        importanceCol: str = None,  # type: ignore[assignment]
        probabilityCol: str = None,  # type: ignore[assignment]
        confidenceCol: str = None,  # type: ignore[assignment]
        handleInvalid: str = None,  # type: ignore[assignment]
        bins: int = None,  # type: ignore[assignment]
        seed: int = None,  # type: ignore[assignment]
        maxIter: int = None,  # type: ignore[assignment]
        tol: float = None,  # type: ignore[assignment]
        maxValidationValues: int = None,  # type: ignore[assignment]
        absentClasses: str = None,  # type: ignore[assignment]
        storageLevel: str = None,  # type: ignore[assignment]
    ) -> None:
        super().__init__()
        self._start(self._input_kwargs)

    def setParams(self, **params: Any) -> "TransCalEstimator":
        """Sets parameters by name."""
        return self._set(**params)

    def _create_model(self, java_model: Any) -> "TransCalModel":
        return TransCalModel(java_model)


class _CalibratingModel(JavaModel, _Outputs):
    @property
    def model(self) -> Model:
        """The calibration as a :class:`transcal.Model`, for serving without Spark."""
        return Model(json.loads(self._call_java("modelJson")))

    def setParams(self, **params: Any) -> "_CalibratingModel":
        """Sets parameters by name."""
        return self._set(**params)


class TransCalModel(_CalibratingModel):
    """A fitted calibration; transforms batches and streams."""

    @property
    def method(self) -> str:
        """The method that was fitted."""
        return self._call_java("method")

    @property
    def temperature(self) -> float:
        """The temperature."""
        return self._call_java("temperature")

    @property
    def concerns(self) -> list[str]:
        """Reasons to doubt the fit, one sentence each; empty if there are none, or for a loaded model."""
        return list(self._call_java("concerns"))


class CalibrationModelTransformer(_CalibratingModel):
    """Applies a calibration model that was fitted elsewhere.

    >>> CalibrationModelTransformer(fit.model, logitsCol="rawPrediction")      # doctest: +SKIP
    """

    def __init__(self, model: Union[None, Model, str] = None, **params: Any) -> None:
        """:param model: a :class:`transcal.Model`, or a model.json on any file system that Spark supports"""
        super().__init__()
        self._start(params)
        if isinstance(model, Model):
            self._java_obj.setModelJson(model.to_json())
        elif model is not None:
            self._java_obj.setModelFile(model)


class CalibrationEvaluator(JavaEvaluator, _Stage):
    """A calibration metric, as in ``transcal evaluate``; also for tuning."""

    labelCol = _param("labelCol", "class 0 … K−1")
    metricName = _param("metricName", "the metric, such as ece, nll, brier, accuracy")
    bins = _param("bins", "number of equal-width bins", TypeConverters.toInt)

    @keyword_only
    def __init__(
        self,
        *,
        metricName: str = None,  # type: ignore[assignment]
        labelCol: str = None,  # type: ignore[assignment]
        probabilityCol: str = None,  # type: ignore[assignment]
        logitsCol: str = None,  # type: ignore[assignment]
        bins: int = None,  # type: ignore[assignment]
        handleInvalid: str = None,  # type: ignore[assignment]
    ) -> None:
        super().__init__()
        self._start(self._input_kwargs)

    def setParams(self, **params: Any) -> "CalibrationEvaluator":
        """Sets parameters by name."""
        return self._set(**params)
