package org.transcal.spark.rows;

/** Which of the three sets of a task a row belongs to. */
public enum Split {
  /** Source rows the model was trained on: only their features are used. */
  SOURCE_TRAIN,
  /** Labelled source rows the model was not trained on. */
  SOURCE_VALIDATION,
  /** Target rows: their labels are never looked at. */
  TARGET
}
