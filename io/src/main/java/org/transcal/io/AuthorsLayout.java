package org.transcal.io;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Files named as the method's authors name theirs: a prefix, then what the file holds. */
abstract class AuthorsLayout implements TaskLayout {
  /** The authors' word for each kind of array, and the array's name in a task. */
  static final Map<String, String> ARRAY_OF_PART =
      Map.of("feature", "features", "output", "logits", "label", "labels");

  private final String marker;

  /** A layout in which every task has a file with this suffix. */
  AuthorsLayout(String marker) {
    this.marker = marker;
  }

  @Override
  public boolean matches(Path prefix) {
    return exist(prefix, marker);
  }

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

  @Override
  public final List<Path> among(List<Path> entries) {
    return entries.stream()
        .filter(entry -> nameOf(entry).endsWith(marker))
        .map(this::prefixOf)
        .filter(this::matches)
        .toList();
  }

  private Path prefixOf(Path entry) {
    String name = nameOf(entry);
    return entry.resolveSibling(name.substring(0, name.length() - marker.length()));
  }
}
