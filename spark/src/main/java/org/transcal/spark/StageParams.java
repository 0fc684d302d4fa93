package org.transcal.spark;

import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;
import org.transcal.spark.rows.HandleInvalid;

/**
 * The parameters that all stages have.
 *
 * @param <S> the stage, which setters return
 */
public interface StageParams<S> extends Params {
  /** Parameter: logits column. */
  default Param<String> logitsCol() {
    return new Param<>(this, "logitsCol", "logits, one per class: vectors of Spark ML, or arrays");
  }

  /** Name of the logits column. */
  default String getLogitsCol() {
    return getOrDefault(logitsCol());
  }

  /** Sets the logits column, such as the {@code rawPrediction} of a Spark ML classifier. */
  default S setLogitsCol(String value) {
    return ParamSetter.set(this, logitsCol(), value);
  }

  /** Parameter: probability column. */
  default Param<String> probabilityCol() {
    return new Param<>(this, "probabilityCol", "calibrated probabilities");
  }

  /** Name of the probability column. */
  default String getProbabilityCol() {
    return getOrDefault(probabilityCol());
  }

  /** Sets the column of calibrated probabilities. */
  default S setProbabilityCol(String value) {
    return ParamSetter.set(this, probabilityCol(), value);
  }

  /** Parameter: what happens to invalid rows. */
  default Param<String> handleInvalid() {
    return HandleInvalid.param(this, HandleInvalid.ERROR, HandleInvalid.SKIP, HandleInvalid.KEEP);
  }

  /** What happens to invalid rows. */
  default String getHandleInvalid() {
    return getOrDefault(handleInvalid());
  }

  /**
   * Sets what happens to invalid rows: {@code error}, {@code skip} to leave them out, or {@code
   * keep} for null outputs, which evaluators do not offer and a fit treats as {@code skip}.
   */
  default S setHandleInvalid(String value) {
    return ParamSetter.set(this, handleInvalid(), value);
  }
}
