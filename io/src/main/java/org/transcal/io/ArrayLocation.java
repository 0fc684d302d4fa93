package org.transcal.io;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.transcal.io.file.InputException;

/**
 * The location of one array: {@code x.npy}, {@code x.csv} or {@code FILE.npz:array}.
 *
 * @param file the file
 * @param format the file's format, by its extension
 * @param array the array's name inside a {@code .npz}; not needed if it has a single array
 */
public record ArrayLocation(Path file, Format format, Optional<String> array) {
  private static final String ARCHIVE_ARRAY = ".npz:";

  /** The formats of arrays. */
  public enum Format {
    /** One array, binary. */
    NPY,
    /** Named arrays in a zip archive. */
    NPZ,
    /** One array, text. */
    CSV
  }

  /** Checks that the format matches the file and that only archives have named arrays. */
  public ArrayLocation {
    if (format != formatOf(file)
        || array.filter(name -> format != Format.NPZ || name.isEmpty()).isPresent()) {
      throw InputException.in(file, "an array is named as FILE.npz:array");
    }
  }

  /**
   * Parses a location as users write it.
   *
   * @throws InputException if it has none of the accepted forms
   */
  public static ArrayLocation parse(String text) {
    int colon = text.toLowerCase(Locale.ROOT).lastIndexOf(ARCHIVE_ARRAY);
    if (colon >= 0) {
      int end = colon + ARCHIVE_ARRAY.length();
      return in(Path.of(text.substring(0, end - 1)), text.substring(end));
    }
    return of(Path.of(text));
  }

  /** A {@code .npy} or {@code .csv} file, or a {@code .npz} file with a single array. */
  public static ArrayLocation of(Path file) {
    return new ArrayLocation(file, formatOf(file), Optional.empty());
  }

  /** A named array of a {@code .npz} file. */
  public static ArrayLocation in(Path file, String array) {
    return new ArrayLocation(file, formatOf(file), Optional.of(array));
  }

  private static Format formatOf(Path file) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    for (Format format : Format.values()) {
      if (name.endsWith("." + format.name().toLowerCase(Locale.ROOT))) {
        return format;
      }
    }
    throw InputException.in(
        file, "is not a known kind of array; use FILE.npy, FILE.csv or FILE.npz:array");
  }

  @Override
  public String toString() {
    return array.map(name -> file + ":" + name).orElse(file.toString());
  }
}
