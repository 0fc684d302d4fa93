package org.transcal.cli.method;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.transcal.calibration.CalibrationMethod;
import org.transcal.calibration.MethodSettings;
import org.transcal.calibration.Methods;
import org.transcal.io.file.NearMiss;

/**
 * Names of methods as users write them, checked.
 *
 * @param names in the order given, each once
 */
public record MethodNames(List<String> names) {
  /** Copies the list. */
  public MethodNames {
    names = List.copyOf(names);
  }

  /**
   * Checks names.
   *
   * @throws IllegalArgumentException saying what may have been meant, where a name is unknown
   */
  public static MethodNames parse(List<String> given) {
    Set<String> names = new LinkedHashSet<>();
    for (String name : given) {
      String trimmed = name.strip();
      if (!Methods.names().contains(trimmed)) {
        throw new IllegalArgumentException(unknown(trimmed));
      }
      names.add(trimmed);
    }
    return new MethodNames(List.copyOf(names));
  }

  /** Every method there is. */
  public static MethodNames all() {
    return new MethodNames(Methods.names());
  }

  /** The method that is fitted where none is named. */
  public static MethodNames standard() {
    return new MethodNames(List.of(Methods.DEFAULT));
  }

  /** The methods themselves. */
  public List<CalibrationMethod> with(MethodSettings settings) {
    return names.stream().map(name -> Methods.named(name, settings)).toList();
  }

  private static String unknown(String name) {
    String question = NearMiss.question(name, Methods.names());
    String hint =
        question.isEmpty() ? "the methods are " + String.join(", ", Methods.names()) : question;
    return "Unknown method \"" + name + "\"; " + hint;
  }
}
