package org.transcal.spark.rows;

import java.io.Serializable;
import java.util.Set;

/**
 * Which columns of a DataFrame are read, and which values mark the splits.
 *
 * @param columns names of the columns
 * @param splits values of the split column
 * @param parts what is needed besides logits and labels
 * @param invalid whether invalid rows fail the fit or are left out
 */
public record RowPlan(Columns columns, SplitValues splits, Set<Part> parts, HandleInvalid invalid)
    implements Serializable {
  /** Columns that only some methods need. */
  public enum Part {
    /** Features of all three splits, for a domain classifier. */
    FEATURES,
    /** Importance weights of source validation rows. */
    IMPORTANCE
  }

  /** Names of columns; those of unneeded parts need not exist. */
  public record Columns(
      String split, String features, String logits, String label, String importance)
      implements Serializable {}

  /** Values of the split column. */
  public record SplitValues(String sourceTrain, String sourceValidation, String target)
      implements Serializable {
    /** Checks that the three differ. */
    public SplitValues {
      if (sourceTrain.equals(sourceValidation)
          || sourceTrain.equals(target)
          || sourceValidation.equals(target)) {
        throw new IllegalArgumentException(
            "The three splits are called \""
                + sourceTrain
                + "\", \""
                + sourceValidation
                + "\" and \""
                + target
                + "\"; they must differ");
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

  /** Copies the set. */
  public RowPlan {
    parts = Set.copyOf(parts);
  }

  boolean needs(Part part) {
    return parts.contains(part);
  }
}
