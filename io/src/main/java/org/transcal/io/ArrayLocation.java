package org.transcal.io;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.transcal.io.file.InputException;

/** Where one array is: {@code x.npy}, {@code x.csv}, {@code FILE.npz:array}. */
public final class ArrayLocation {
  /** The formats an array can be in. */
  public enum Format {
    /** One array, binary. */
    NPY,
    /** Named arrays in a zip archive. */
    NPZ,
    /** One array, text. */
    CSV
  }

  private static final String ARCHIVE_ARRAY = ".npz:";

  private final Path file;
  private final Format format;
  private final Optional<String> array;

  private ArrayLocation(Path file, Format format, Optional<String> array) {
    this.file = file;
    this.format = format;
    this.array = array;
  }

  /**
   * Reads a location as users write it; a {@code .npz} with a single array needs no array name.
   *
   * @throws InputException where it is none of the accepted forms
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
    if (formatOf(file) != Format.NPZ || array.isEmpty()) {
      throw InputException.in(file, "an array is named as FILE.npz:array");
    }
    return new ArrayLocation(file, Format.NPZ, Optional.of(array));
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

  /** The file. */
  public Path file() {
    return file;
  }

  /** The file's format. */
  public Format format() {
    return format;
  }

  /** The array's name inside a {@code .npz}, where one was given. */
  public Optional<String> array() {
    return array;
  }

  @Override
  public String toString() {
    return array.map(name -> file + ":" + name).orElse(file.toString());
  }
}
