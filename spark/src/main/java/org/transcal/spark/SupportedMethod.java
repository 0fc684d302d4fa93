package org.transcal.spark;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.transcal.calibration.Methods;

/** The methods that can be fitted to rows on many machines, by what they look at. */
enum SupportedMethod {
  VANILLA("vanilla", Needs.SOURCE),
  TEMPERATURE("temperature", Needs.SOURCE),
  VECTOR("vector", Needs.SOURCE),
  MATRIX("matrix", Needs.SOURCE),
  PLATT("platt", Needs.SOURCE),
  ISOTONIC("isotonic", Needs.SOURCE),
  HISTOGRAM("histogram", Needs.SOURCE),
  CPCS("cpcs", Needs.WEIGHTS),
  CPCS_ORIGINAL("cpcs-original", Needs.WEIGHTS),
  TRANSCAL("transcal", Needs.TARGET),
  NO_BIAS("transcal-no-bias", Needs.TARGET),
  NO_VARIANCE("transcal-no-variance", Needs.TARGET),
  CV_WEIGHT("transcal-cv-weight", Needs.TARGET),
  CV_CORRECTNESS("transcal-cv-correctness", Needs.TARGET),
  CV_PARALLEL("transcal-cv-parallel", Needs.TARGET),
  PAPER("transcal-paper", Needs.WEIGHTS);

  /**
   * What fits where nothing is asked for; the command's own default needs all rows in one place.
   */
  static final String DEFAULT = "transcal";

  /** What a method looks at. */
  enum Needs {
    /** Labelled source rows only. */
    SOURCE,
    /** Those, and their importance weights. */
    WEIGHTS,
    /** Those, and the mean confidence of the target. */
    TARGET
  }

  private final String key;
  private final Needs needs;

  SupportedMethod(String key, Needs needs) {
    this.key = key;
    this.needs = needs;
  }

  String key() {
    return key;
  }

  Needs needs() {
    return needs;
  }

  /** All names. */
  static List<String> names() {
    return Arrays.stream(values()).map(SupportedMethod::key).toList();
  }

  /**
   * The method of a name.
   *
   * @throws IllegalArgumentException saying why a method cannot be fitted here
   */
  static SupportedMethod named(String name) {
    for (SupportedMethod method : values()) {
      if (method.key.equals(name)) {
        return method;
      }
    }
    String reason =
        switch (name) {
          case "oracle" -> "it looks at target labels, which an estimator must not";
          case "mc-dropout", "ensemble" -> "it gives probabilities of given rows and no model";
          case "pseudocal" -> "it needs logits of mixed target inputs";
          case "utdc" -> "it needs all target rows in order of confidence in one place";
          default ->
              Methods.names().contains(name)
                  ? "it needs all rows in one place"
                  : "there is no method of that name";
        };
    throw new IllegalArgumentException(
        "Method \""
            + name
            + "\" cannot be fitted on Spark: "
            + reason
            + "; those that can are "
            + names().stream().collect(Collectors.joining(", ")));
  }
}
