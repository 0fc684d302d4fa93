package org.transcal.io;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.transcal.io.file.InputException;

/** A folder with a task's arrays as {@code .npy} or {@code .csv} files. */
final class FolderLayout implements TaskLayout {
  @Override
  public boolean matches(Path path) {
    return Files.isDirectory(path)
        && TaskArrays.NEEDED.stream().anyMatch(name -> !candidates(path, name).isEmpty());
  }

  @Override
  public TaskArrays open(Path path, OpenFiles files) {
    SortedMap<String, StoredArray> arrays = new TreeMap<>();
    for (String name : TaskArrays.KNOWN) {
      List<Path> found = candidates(path, name);
      if (found.size() > 1) {
        throw InputException.in(
            path, "has array " + name + " both as .npy and as .csv; keep one of them");
      }
      for (Path file : found) {
        arrays.put(name, files.array(file, name));
      }
    }
    Path folder = path.toAbsolutePath().normalize().getFileName();
    return new TaskArrays(path, folder == null ? "task" : folder.toString(), arrays);
  }

  @Override
  public List<Path> among(List<Path> entries) {
    return entries.stream().filter(this::matches).toList();
  }

  private static List<Path> candidates(Path folder, String array) {
    return Stream.of(array + ".npy", array + ".csv")
        .map(folder::resolve)
        .filter(Files::isRegularFile)
        .toList();
  }
}
