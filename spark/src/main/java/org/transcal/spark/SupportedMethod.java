package org.transcal.spark;

import java.util.List;
import java.util.stream.Stream;
import org.transcal.calibration.Methods;

/** A method that can be fitted to distributed rows. */
record SupportedMethod(String key, Needs needs) {
  /** The default; that of the command line, {@code recommended}, is not distributed yet. */
  static final String DEFAULT = "transcal";

  /** What a method needs. */
  enum Needs {
    /** Labelled source rows only. */
    SOURCE("vanilla", "temperature", "vector", "matrix", "platt", "isotonic", "histogram"),
    /** Those, and their importance weights. */
    WEIGHTS("cpcs", "cpcs-original", "transcal-paper"),
    /** Those, and the mean confidence of the target. */
    TARGET(
        "transcal",
        "transcal-no-bias",
        "transcal-no-variance",
        "transcal-cv-weight",
        "transcal-cv-correctness",
        "transcal-cv-parallel");

    private final List<String> methods;

    Needs(String... methods) {
      this.methods = List.of(methods);
    }
  }

  static List<String> names() {
    return Stream.of(Needs.values()).flatMap(needs -> needs.methods.stream()).toList();
  }

  /**
   * The method with a name.
   *
   * @throws IllegalArgumentException saying why it cannot be fitted on Spark
   */
  static SupportedMethod named(String name) {
    for (Needs needs : Needs.values()) {
      if (needs.methods.contains(name)) {
        return new SupportedMethod(name, needs);
      }
    }
    String reason =
        switch (name) {
          case "oracle" -> "it needs target labels, which an estimator must not see";
          case "mc-dropout", "ensemble", "svi" ->
              "it averages given probabilities and fits no model";
          case "pseudocal" -> "it needs logits of mixed target inputs";
          case "utdc" -> "it needs all target rows on one machine, sorted by confidence";
          default ->
              Methods.names().contains(name)
                  ? "it needs all rows on one machine"
                  : "the method is unknown";
        };
    throw new IllegalArgumentException(
        "Method \""
            + name
            + "\" cannot be fitted on Spark: "
            + reason
            + "; supported methods: "
            + String.join(", ", names()));
  }
}
