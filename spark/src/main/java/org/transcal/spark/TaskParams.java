package org.transcal.spark;

import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;

/**
 * The columns of a task that is read from one DataFrame, and the values of its split column.
 *
 * @param <S> the stage, which setters return
 */
public interface TaskParams<S> extends Params {
  /** Parameter: split column. */
  default Param<String> splitCol() {
    return new Param<>(this, "splitCol", "which set a row belongs to");
  }

  /** Name of the split column. */
  default String getSplitCol() {
    return getOrDefault(splitCol());
  }

  /** Sets the split column. */
  default S setSplitCol(String value) {
    return ParamSetter.set(this, splitCol(), value);
  }

  /** Parameter: split value of source training rows. */
  default Param<String> sourceTrainValue() {
    return new Param<>(this, "sourceTrainValue", "value of splitCol for source training rows");
  }

  /** Sets the split value of source training rows. */
  default S setSourceTrainValue(String value) {
    return ParamSetter.set(this, sourceTrainValue(), value);
  }

  /** Parameter: split value of source validation rows. */
  default Param<String> sourceValidationValue() {
    return new Param<>(
        this, "sourceValidationValue", "value of splitCol for source validation rows");
  }

  /** Sets the split value of source validation rows. */
  default S setSourceValidationValue(String value) {
    return ParamSetter.set(this, sourceValidationValue(), value);
  }

  /** Parameter: split value of target rows. */
  default Param<String> targetValue() {
    return new Param<>(this, "targetValue", "value of splitCol for target rows");
  }

  /** Sets the split value of target rows. */
  default S setTargetValue(String value) {
    return ParamSetter.set(this, targetValue(), value);
  }

  /** Parameter: features column. */
  default Param<String> featuresCol() {
    return new Param<>(this, "featuresCol", "features of all rows: vectors of Spark ML, or arrays");
  }

  /** Name of the features column. */
  default String getFeaturesCol() {
    return getOrDefault(featuresCol());
  }

  /** Sets the features column. */
  default S setFeaturesCol(String value) {
    return ParamSetter.set(this, featuresCol(), value);
  }

  /** Parameter: importance weight column. */
  default Param<String> importanceCol() {
    return new Param<>(
        this,
        "importanceCol",
        "importance weights of source validation rows; if empty, a domain classifier estimates them");
  }

  /** Name of the importance weight column; empty if a domain classifier estimates the weights. */
  default String getImportanceCol() {
    return getOrDefault(importanceCol());
  }

  /** Sets the importance weight column; no domain classifier is fitted then. */
  default S setImportanceCol(String value) {
    return ParamSetter.set(this, importanceCol(), value);
  }
}
