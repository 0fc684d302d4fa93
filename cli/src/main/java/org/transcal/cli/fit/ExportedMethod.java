package org.transcal.cli.fit;

import java.util.List;
import org.transcal.calibration.Methods;
import org.transcal.comparison.MethodComparison;
import org.transcal.comparison.MethodResult;
import org.transcal.io.npy.Precision;
import org.transcal.matrix.Matrix;

/** The method whose model and probabilities are written, and why it was chosen. */
public record ExportedMethod(String name, String reason) {
  /**
   * The default method, with labels or without, if it was fitted, else the last one named; the
   * oracle, which uses target labels, only if no other method was named.
   */
  public static ExportedMethod of(MethodComparison comparison, List<String> named) {
    if (comparison.settings().labelledRows().isPresent() && ran(comparison, Methods.LABELLED)) {
      return new ExportedMethod(Methods.LABELLED, "the default method if there are labels");
    }
    if (ran(comparison, Methods.DEFAULT)) {
      return standard();
    }
    if (named.size() == 1) {
      return new ExportedMethod(named.get(0), "the only method named");
    }
    List<String> others = named.stream().filter(name -> !name.equals(Methods.ORACLE)).toList();
    return new ExportedMethod(
        others.get(others.size() - 1),
        "the last one named" + (named.size() > others.size() ? ", except oracle" : ""));
  }

  private static boolean ran(MethodComparison comparison, String method) {
    return comparison.results().stream()
        .anyMatch(r -> r.method().equals(method) && r.fitted().isPresent());
  }

  /** The default method. */
  static ExportedMethod standard() {
    return new ExportedMethod(Methods.DEFAULT, "the default method");
  }

  /** The result of a method that was run. */
  public static MethodResult result(MethodComparison comparison, String method) {
    return comparison.results().stream()
        .filter(result -> result.method().equals(method))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("No result of " + method));
  }

  /** Says which method the files come from. */
  public String sentence(String written) {
    return written + " come from " + name + ", " + reason + ".";
  }

  /** Probabilities have the precision of the logits. */
  public static Precision precision(MethodComparison comparison) {
    return comparison.task().target().logits().values() instanceof Matrix.OfFloats
        ? Precision.FLOAT32
        : Precision.FLOAT64;
  }
}
