package org.transcal.cli.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/** A folder for one input of a fuzz target; JUnit's would be shared by all. */
public final class FreshFolder {
  private FreshFolder() {}

  /** What is done in a folder. */
  public interface Use<T> {
    /** Does it. */
    T in(Path folder) throws IOException;
  }

  /** Makes a folder, uses it and removes it. */
  public static <T> T with(Use<T> use) throws IOException {
    Path folder = Files.createTempDirectory("transcal-fuzz");
    try {
      return use.in(folder);
    } finally {
      try (var files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }
}
