package org.transcal.testing;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** Files of the shared bank, which stands beside a checkout and is no part of it. */
public final class SharedFiles {
  private static final String FOLDER_PROPERTY = "transcal.shared";

  private SharedFiles() {}

  /** The file or folder at a path inside the shared folder; skips the test where it is absent. */
  public static Path require(String relative) {
    Path path = Path.of(System.getProperty(FOLDER_PROPERTY, "../../shared")).resolve(relative);
    Assumptions.assumeTrue(
        Files.exists(path),
        () -> "Skipped: needs " + relative + " of the shared folder, absent at " + path);
    return path;
  }
}
