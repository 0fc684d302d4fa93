package org.transcal.spark.rows;

/** The three sets of rows of a task. */
public enum Split {
  /** Source rows the classifier was trained on; only their features are used. */
  SOURCE_TRAIN,
  /** Labelled source rows the classifier was not trained on. */
  SOURCE_VALIDATION,
  /** Target rows; their labels are never read. */
  TARGET
}
