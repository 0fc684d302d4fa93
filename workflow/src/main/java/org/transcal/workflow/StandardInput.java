package org.transcal.workflow;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.transcal.io.file.InputException;

/** {@code -} in place of a file: a {@code .npz} on standard input. */
public final class StandardInput {
  private StandardInput() {}

  /** The file itself, or a temporary copy of standard input, deleted when the process ends. */
  public static Path orFile(Path path) {
    if (!path.toString().equals("-")) {
      return path;
    }
    try {
      Path folder = Files.createTempDirectory("transcal");
      folder.toFile().deleteOnExit();
      Path copy = folder.resolve("standard-input.npz");
      copy.toFile().deleteOnExit(); // Deleted before its folder: last in, first out.
      if (Files.copy(System.in, copy) == 0) {
        throw new InputException("standard input: is empty; a task as .npz is needed");
      }
      requireZip(copy);
      return copy;
    } catch (IOException e) {
      String place = System.getProperty("java.io.tmpdir");
      throw new InputException(
          "standard input: cannot be copied to the temporary folder "
              + place
              + ": "
              + e.getMessage(),
          e);
    }
  }

  private static void requireZip(Path copy) throws IOException {
    try (InputStream bytes = Files.newInputStream(copy)) {
      if (!Arrays.equals(bytes.readNBytes(2), new byte[] {'P', 'K'})) {
        throw new InputException(
            "standard input: is not a .npz file; give other files, such as .npy or .csv, by name");
      }
    }
  }
}
