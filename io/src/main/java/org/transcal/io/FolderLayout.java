package org.transcal.io;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.transcal.io.array.StoredArray;
import org.transcal.io.file.FolderContents;
import org.transcal.io.file.InputException;

/** A folder with a task's arrays as {@code .npy} or {@code .csv} files. */
final class FolderLayout implements TaskLayout {
  private static final Pattern ARRAY = Pattern.compile("(.+)\\.(npy|csv)", Pattern.DOTALL);

  @Override
  public boolean matches(Path path) {
    return Files.isDirectory(path)
        && TaskArrays.NEEDED.stream().anyMatch(name -> !candidates(path, name).isEmpty());
  }

  @Override
  public TaskArrays open(Path path, OpenFiles files, List<String> names) {
    SortedMap<String, StoredArray> arrays = new TreeMap<>();
    for (String name : names) {
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
    String task = folder == null ? "task" : folder.toString();
    return new TaskArrays(path, task, arrays, names(path));
  }

  static List<String> names(Path folder) {
    return FolderContents.of(folder).stream()
        .filter(Files::isRegularFile)
        .map(file -> ARRAY.matcher(file.getFileName().toString()))
        .filter(Matcher::matches)
        .map(name -> name.group(1))
        .toList();
  }

  private static List<Path> candidates(Path folder, String array) {
    return Stream.of(array + ".npy", array + ".csv")
        .map(folder::resolve)
        .filter(Files::isRegularFile)
        .toList();
  }
}
