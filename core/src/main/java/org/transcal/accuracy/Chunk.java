package org.transcal.accuracy;

import java.util.Locale;
import org.transcal.metric.Estimate;

/**
 * What can be said about one stretch of target rows.
 *
 * @param name which stretch: row numbers or a time
 * @param rows target rows in it, by frequency
 * @param accuracy estimated accuracy with a 90 % band
 * @param confidence mean confidence of the model as it is
 * @param alert whether the estimate lies beyond a threshold
 */
public record Chunk(String name, double rows, Estimate accuracy, double confidence, Alert alert) {
  /** Which threshold an estimate lies beyond. */
  public enum Alert {
    /** None. */
    NONE,
    /** Below the lower threshold. */
    LOW,
    /** Above the upper threshold. */
    HIGH;

    /** The word that results use. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
