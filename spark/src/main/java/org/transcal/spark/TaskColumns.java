package org.transcal.spark;

import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.param.Param;
import org.transcal.spark.rows.HandleInvalid;
import org.transcal.spark.rows.RowPlan;

/**
 * Parameters of estimators that read a whole task from one DataFrame: which columns, and what the
 * split column says.
 *
 * @param <E> the estimator itself, which setters return
 */
public abstract class TaskColumns<E extends TaskColumns<E>> extends Estimator<TransCalModel> {
  private final String uid;
  private final Param<String> featuresCol;
  private final Param<String> logitsCol;
  private final Param<String> labelCol;
  private final Param<String> splitCol;
  private final Param<String> importanceCol;
  private final Param<String> sourceTrainValue;
  private final Param<String> sourceValidationValue;
  private final Param<String> targetValue;
  private final Param<String> handleInvalid;

  /** Names an instance. */
  protected TaskColumns(String uid) {
    this.uid = uid;
    featuresCol =
        text("featuresCol", "features of all rows: vectors of Spark ML, or arrays", "features");
    logitsCol = text("logitsCol", "logits, one a class: vectors of Spark ML, or arrays", "logits");
    labelCol =
        text(
            "labelCol",
            "class of source validation rows; of no other row is it looked at",
            "label");
    splitCol = text("splitCol", "which set a row belongs to", "split");
    importanceCol =
        text(
            "importanceCol",
            "importance weights of source validation rows; empty: a domain classifier finds them",
            "");
    sourceTrainValue =
        text("sourceTrainValue", "what splitCol says for source training rows", "source_train");
    sourceValidationValue =
        text(
            "sourceValidationValue", "what splitCol says for source validation rows", "source_val");
    targetValue = text("targetValue", "what splitCol says for target rows", "target");
    handleInvalid =
        HandleInvalid.param(this, HandleInvalid.ERROR, HandleInvalid.SKIP, HandleInvalid.KEEP);
    setDefault(handleInvalid, HandleInvalid.ERROR.key());
  }

  /** A parameter that holds text. */
  final Param<String> text(String name, String doc, String value) {
    Param<String> param = new Param<>(this, name, doc);
    setDefault(param, value);
    return param;
  }

  /** This estimator, as setters return it. */
  abstract E self();

  @Override
  public String uid() {
    return uid;
  }

  final RowPlan.Columns columns() {
    return new RowPlan.Columns(
        getSplitCol(), getFeaturesCol(), getLogitsCol(), getLabelCol(), getImportanceCol());
  }

  final RowPlan.SplitValues splitValues() {
    return new RowPlan.SplitValues(
        getOrDefault(sourceTrainValue),
        getOrDefault(sourceValidationValue),
        getOrDefault(targetValue));
  }

  /** Parameter: features column. */
  public Param<String> featuresCol() {
    return featuresCol;
  }

  /** Name of the features column. */
  public String getFeaturesCol() {
    return getOrDefault(featuresCol);
  }

  /** Sets the features column. */
  public E setFeaturesCol(String value) {
    set(featuresCol, value);
    return self();
  }

  /** Parameter: logits column. */
  public Param<String> logitsCol() {
    return logitsCol;
  }

  /** Name of the logits column. */
  public String getLogitsCol() {
    return getOrDefault(logitsCol);
  }

  /** Sets the logits column; {@code rawPrediction} of a Spark ML classifier may serve. */
  public E setLogitsCol(String value) {
    set(logitsCol, value);
    return self();
  }

  /** Parameter: label column. */
  public Param<String> labelCol() {
    return labelCol;
  }

  /** Name of the label column. */
  public String getLabelCol() {
    return getOrDefault(labelCol);
  }

  /** Sets the label column. */
  public E setLabelCol(String value) {
    set(labelCol, value);
    return self();
  }

  /** Parameter: split column. */
  public Param<String> splitCol() {
    return splitCol;
  }

  /** Name of the split column. */
  public String getSplitCol() {
    return getOrDefault(splitCol);
  }

  /** Sets the split column. */
  public E setSplitCol(String value) {
    set(splitCol, value);
    return self();
  }

  /** Parameter: importance weight column. */
  public Param<String> importanceCol() {
    return importanceCol;
  }

  /** Name of the importance weight column; empty where a classifier finds the weights. */
  public String getImportanceCol() {
    return getOrDefault(importanceCol);
  }

  /** Sets the importance weight column; no domain classifier is fitted then. */
  public E setImportanceCol(String value) {
    set(importanceCol, value);
    return self();
  }

  /** Parameter: split value of source training rows. */
  public Param<String> sourceTrainValue() {
    return sourceTrainValue;
  }

  /** Sets the split value of source training rows. */
  public E setSourceTrainValue(String value) {
    set(sourceTrainValue, value);
    return self();
  }

  /** Parameter: split value of source validation rows. */
  public Param<String> sourceValidationValue() {
    return sourceValidationValue;
  }

  /** Sets the split value of source validation rows. */
  public E setSourceValidationValue(String value) {
    set(sourceValidationValue, value);
    return self();
  }

  /** Parameter: split value of target rows. */
  public Param<String> targetValue() {
    return targetValue;
  }

  /** Sets the split value of target rows. */
  public E setTargetValue(String value) {
    set(targetValue, value);
    return self();
  }

  /** Parameter: what happens to rows that cannot be used. */
  public Param<String> handleInvalid() {
    return handleInvalid;
  }

  final HandleInvalid invalid() {
    return HandleInvalid.of(getOrDefault(handleInvalid));
  }

  /**
   * Sets {@code error}, or {@code skip} or {@code keep} to leave such rows out of the fit; the
   * model takes the setting over.
   */
  public E setHandleInvalid(String value) {
    set(handleInvalid, value);
    return self();
  }
}
