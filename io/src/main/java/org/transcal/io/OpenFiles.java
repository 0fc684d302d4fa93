package org.transcal.io;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.transcal.io.array.RowBlocks;
import org.transcal.io.array.StoredArray;
import org.transcal.io.csv.CsvArray;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;
import org.transcal.io.npy.NpyArray;
import org.transcal.io.npy.NpzArchive;

/** Files that stay open while their arrays are read. */
final class OpenFiles implements AutoCloseable {
  private final List<Runnable> closing = new ArrayList<>();

  /** The rows of an array, which close the file. */
  static RowBlocks rows(ArrayLocation location, Function<StoredArray, RowBlocks> rows) {
    OpenFiles files = new OpenFiles();
    try {
      return rows.apply(files.array(location)).closing(files::close);
    } catch (RuntimeException e) {
      files.close();
      throw e;
    }
  }

  private ByteSource open(Path file) {
    ByteSource source = ByteSource.open(file);
    closing.add(source::close);
    return source;
  }

  NpzArchive archive(Path file) {
    NpzArchive archive = NpzArchive.open(file);
    closing.add(archive::close);
    return archive;
  }

  /** The array of a {@code .npy} or {@code .csv} file, under its name in a task. */
  StoredArray array(Path file, String name) {
    String where = file + ", array " + name;
    return ArrayLocation.of(file).format() == ArrayLocation.Format.CSV
        ? new CsvArray(open(file), where)
        : NpyArray.in(open(file), where).digested();
  }

  StoredArray array(ArrayLocation location) {
    return switch (location.format()) {
      case CSV -> new CsvArray(open(location.file()), location.toString());
      case NPY -> NpyArray.in(open(location.file()));
      case NPZ -> {
        NpzArchive archive = archive(location.file());
        yield archive.array(location.array().orElseGet(() -> onlyArray(archive)));
      }
    };
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
    closing.forEach(Runnable::run);
  }
}
