package org.transcal.adapt.command;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.transcal.io.file.InputException;

/** The files of a data set, for messages about its rows. */
final class DataSource {
  private final String files;

  DataSource(List<Path> files) {
    this.files = files.stream().map(Path::toString).collect(Collectors.joining(", "));
  }

  /** Runs work on the data set; the files prefix its error messages. */
  <T> T naming(Supplier<T> work) {
    try {
      return work.get();
    } catch (InputException bad) {
      throw new InputException(files + ": " + bad.getMessage(), bad);
    }
  }
}
