package org.transcal.io.history;

import java.util.List;
import org.transcal.monitoring.Night;

/**
 * A night as a row of a table: the schema of every history.
 *
 * @param values one per column of {@link #COLUMNS}: a String, Long or Double as its type says, or
 *     null if there is none
 */
@SuppressWarnings("ArrayRecordComponent")
public record NightRow(Object[] values) {
  /** The version of the schema. */
  public static final int VERSION = 1;

  /** The columns in order. */
  public static final List<Column> COLUMNS =
      List.of(
          new Column("at", Type.TEXT),
          new Column("segment_column", Type.TEXT),
          new Column("segment", Type.TEXT),
          new Column("rows", Type.COUNT),
          new Column("sampled_rows", Type.COUNT),
          new Column("accuracy", Type.NUMBER),
          new Column("accuracy_low", Type.NUMBER),
          new Column("accuracy_high", Type.NUMBER),
          new Column("accuracy_expected", Type.NUMBER),
          new Column("accuracy_threshold", Type.NUMBER),
          new Column("ece", Type.NUMBER),
          new Column("ece_low", Type.NUMBER),
          new Column("ece_high", Type.NUMBER),
          new Column("ece_expected", Type.NUMBER),
          new Column("ece_threshold", Type.NUMBER),
          new Column("confidence_drift", Type.NUMBER),
          new Column("confidence_expected", Type.NUMBER),
          new Column("confidence_threshold", Type.NUMBER),
          new Column("class_drift", Type.NUMBER),
          new Column("class_expected", Type.NUMBER),
          new Column("class_threshold", Type.NUMBER),
          new Column("domain_auc", Type.NUMBER),
          new Column("domain_auc_expected", Type.NUMBER),
          new Column("domain_auc_threshold", Type.NUMBER),
          new Column("realised_rows", Type.COUNT),
          new Column("realised_accuracy", Type.NUMBER),
          new Column("realised_low", Type.NUMBER),
          new Column("realised_high", Type.NUMBER),
          new Column("realised_ece", Type.NUMBER),
          new Column("interval_factor", Type.NUMBER),
          new Column("alerts", Type.TEXT),
          new Column("detail", Type.TEXT));

  /** The type of a column. */
  public enum Type {
    /** Text. */
    TEXT,
    /** A whole number. */
    COUNT,
    /** A double. */
    NUMBER
  }

  /** A column. */
  public record Column(String name, Type type) {}

  /** The row of a night; {@code alerts} holds keys of metrics, {@code detail} the rest as JSON. */
  public static NightRow of(Night night) {
    throw new UnsupportedOperationException("to be written");
  }

  /** The night; without {@code detail}, what that column holds is missing. */
  public Night toNight() {
    throw new UnsupportedOperationException("to be written");
  }
}
