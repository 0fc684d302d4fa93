package org.transcal.io;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.transcal.io.array.StoredArray;
import org.transcal.io.npy.NpzArchive;

/** {@code NAME.npz}. */
final class ArchiveLayout implements TaskLayout {
  private static final String SUFFIX = ".npz";

  @Override
  public boolean matches(Path path) {
    return Files.isRegularFile(path) && path.toString().toLowerCase(Locale.ROOT).endsWith(SUFFIX);
  }

  @Override
  public TaskArrays open(Path path, OpenFiles files, List<String> names) {
    NpzArchive archive = files.archive(path);
    SortedMap<String, StoredArray> arrays = new TreeMap<>();
    for (String name : names) {
      if (archive.names().contains(name)) {
        arrays.put(name, archive.array(name).digested());
      }
    }
    String file = path.getFileName().toString();
    String task = file.substring(0, file.length() - SUFFIX.length());
    return new TaskArrays(path, task, arrays, archive.names());
  }
}
