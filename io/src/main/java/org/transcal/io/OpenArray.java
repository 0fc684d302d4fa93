package org.transcal.io;

import java.io.IOException;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;
import org.transcal.io.npy.NpyArray;
import org.transcal.io.npy.NpzArchive;

/** The array at a location, with its file held open. */
final class OpenArray implements AutoCloseable {
  private final ByteSource source;

  private OpenArray(ByteSource source) {
    this.source = source;
  }

  static OpenArray at(ArrayLocation location) {
    return new OpenArray(ByteSource.open(location.file()));
  }

  ByteSource source() {
    return source;
  }

  StoredArray stored(ArrayLocation location) {
    return location.format() == ArrayLocation.Format.CSV
        ? new CsvStored(source, source.name().toString())
        : new NpyStored(npy(location));
  }

  /** The array of a location that is not CSV. */
  NpyArray npy(ArrayLocation location) {
    if (location.format() == ArrayLocation.Format.NPY) {
      return NpyArray.in(source);
    }
    NpzArchive archive = NpzArchive.in(source);
    String name = location.array().orElseGet(() -> onlyArray(archive));
    return archive.array(name);
  }

  private static String onlyArray(NpzArchive archive) {
    if (archive.names().size() == 1) {
      return archive.names().iterator().next();
    }
    throw InputException.in(
        archive.file(),
        "has "
            + archive.names().size()
            + " arrays; name one as "
            + archive.file().getFileName()
            + ":array, out of "
            + InputException.list(archive.names()));
  }

  @Override
  public void close() {
    try {
      source.close();
    } catch (IOException e) {
      throw ByteSource.unreadable(source.name(), e);
    }
  }
}
