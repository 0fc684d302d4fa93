package org.transcal.io;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.transcal.io.file.ByteSource;
import org.transcal.io.npy.NpyArray;

/** Files held open while a task is read. */
final class OpenFiles implements AutoCloseable {
  private final List<ByteSource> sources = new ArrayList<>();

  ByteSource open(Path file) {
    ByteSource source = ByteSource.open(file);
    sources.add(source);
    return source;
  }

  /** The array of a {@code .npy} or {@code .csv} file, which stands for an array of a task. */
  StoredArray array(Path file, String name) {
    ByteSource source = open(file);
    String where = file + ", array " + name;
    return ArrayLocation.of(file).format() == ArrayLocation.Format.CSV
        ? new CsvStored(source, where)
        : new NpyStored(NpyArray.in(source).named(where));
  }

  @Override
  public void close() {
    for (ByteSource source : sources) {
      try {
        source.close();
      } catch (IOException e) {
        throw ByteSource.unreadable(source.name(), e);
      }
    }
  }
}
