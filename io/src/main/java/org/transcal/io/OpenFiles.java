package org.transcal.io;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;
import org.transcal.io.npy.NpyArray;
import org.transcal.io.npy.NpzArchive;

/** Files that stay open while their arrays are read. */
final class OpenFiles implements AutoCloseable {
  private final List<ByteSource> sources = new ArrayList<>();

  ByteSource open(Path file) {
    ByteSource source = ByteSource.open(file);
    sources.add(source);
    return source;
  }

  /** The array of a {@code .npy} or {@code .csv} file, under its name in a task. */
  StoredArray array(Path file, String name) {
    ByteSource source = open(file);
    String where = file + ", array " + name;
    return ArrayLocation.of(file).format() == ArrayLocation.Format.CSV
        ? new CsvStored(source, where)
        : new NpyStored(NpyArray.in(source).named(where));
  }

  StoredArray array(ArrayLocation location) {
    return location.format() == ArrayLocation.Format.CSV
        ? new CsvStored(open(location.file()), location.toString())
        : new NpyStored(npy(location));
  }

  /** The array of a location that is not CSV. */
  NpyArray npy(ArrayLocation location) {
    ByteSource source = open(location.file());
    if (location.format() == ArrayLocation.Format.NPY) {
      return NpyArray.in(source);
    }
    NpzArchive archive = NpzArchive.in(source);
    return archive.array(location.array().orElseGet(() -> onlyArray(archive)));
  }

  private static String onlyArray(NpzArchive archive) {
    if (archive.names().size() == 1) {
      return archive.names().iterator().next();
    }
    throw InputException.in(
        archive.file(),
        "has %d arrays; name one as %s:array, out of %s",
        archive.names().size(),
        archive.file().getFileName(),
        InputException.list(archive.names()));
  }

  @Override
  public void close() {
    sources.forEach(ByteSource::shut);
  }
}
