package org.transcal.spark.rows;

import java.io.Serializable;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Which columns of a DataFrame are read, and which values mark the splits.
 *
 * @param columns names of the columns
 * @param splits values of the split column
 * @param weighting what importance weights are made from
 * @param invalid whether invalid rows fail the fit or are left out
 */
public record RowPlan(
    Columns columns, SplitValues splits, Weighting weighting, HandleInvalid invalid)
    implements Serializable {
  /** What importance weights are made from. */
  public enum Weighting {
    /** There are no weights. */
    NONE,
    /** Features of all three splits, by a domain classifier. */
    FEATURES,
    /** The given weights of source validation rows. */
    IMPORTANCE
  }

  /** Names of columns; those that are not needed need not exist. */
  public record Columns(
      String split, String features, String logits, String label, String importance)
      implements Serializable {}

  /** Values of the split column. */
  public record SplitValues(String sourceTrain, String sourceValidation, String target)
      implements Serializable {
    /** Checks that the three differ. */
    public SplitValues {
      if (Stream.of(sourceTrain, sourceValidation, target).distinct().count() < 3) {
        throw new IllegalArgumentException(
            String.format(
                Locale.ROOT,
                "The three splits are called \"%s\", \"%s\" and \"%s\"; they must differ",
                sourceTrain,
                sourceValidation,
                target));
      }
    }

    /** The value of a split. */
    public String of(Split split) {
      return switch (split) {
        case SOURCE_TRAIN -> sourceTrain;
        case SOURCE_VALIDATION -> sourceValidation;
        case TARGET -> target;
      };
    }
  }
}
