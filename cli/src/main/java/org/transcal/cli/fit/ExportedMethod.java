package org.transcal.cli.fit;

import java.util.List;
import org.transcal.calibration.Methods;
import org.transcal.comparison.MethodComparison;

/**
 * The method whose model and probabilities are written.
 *
 * @param name its name
 * @param reason why it is this one, in words
 */
record ExportedMethod(String name, String reason) {
  private static final String ORACLE = "oracle";

  /**
   * The default method if it was fitted, else the last one named; the oracle, which saw the target
   * labels, only if no other was named.
   */
  static ExportedMethod of(MethodComparison comparison, List<String> named) {
    boolean usual =
        comparison.results().stream()
            .anyMatch(
                result -> result.method().equals(Methods.DEFAULT) && result.fitted().isPresent());
    if (usual) {
      return new ExportedMethod(Methods.DEFAULT, "the default method");
    }
    List<String> blind = named.stream().filter(name -> !name.equals(ORACLE)).toList();
    if (blind.isEmpty()) {
      return new ExportedMethod(ORACLE, "the only method named");
    }
    String reason =
        named.size() == 1
            ? "the only method named"
            : "the last one named" + (named.size() > blind.size() ? ", oracle aside" : "");
    return new ExportedMethod(blind.get(blind.size() - 1), reason);
  }

  /** Says whose model and probabilities they are. */
  String sentence(String written) {
    return written + " are those of " + name + ", " + reason + ".";
  }
}
