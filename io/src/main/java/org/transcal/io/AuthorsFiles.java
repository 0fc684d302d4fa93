package org.transcal.io;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Files named as the authors of the method name them: a prefix and what the file holds. */
final class AuthorsFiles {
  /** The authors' word for each kind of array, and the array's name in a task. */
  static final Map<String, String> ARRAY_OF_PART =
      Map.of("feature", "features", "output", "logits", "label", "labels");

  private AuthorsFiles() {}

  static Path suffixed(Path prefix, String suffix) {
    return prefix.resolveSibling(nameOf(prefix) + suffix);
  }

  static boolean exist(Path prefix, String suffix) {
    return Files.isRegularFile(suffixed(prefix, suffix));
  }

  /** The last part of a prefix. */
  static String nameOf(Path prefix) {
    Path name = prefix.getFileName();
    return name == null ? "" : name.toString();
  }

  /** Prefixes of the entries that end in a suffix. */
  static List<Path> prefixes(List<Path> entries, String suffix) {
    return entries.stream()
        .filter(entry -> nameOf(entry).endsWith(suffix))
        .map(
            entry ->
                entry.resolveSibling(
                    nameOf(entry).substring(0, nameOf(entry).length() - suffix.length())))
        .toList();
  }
}
