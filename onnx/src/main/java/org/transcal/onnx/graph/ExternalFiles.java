package org.transcal.onnx.graph;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.transcal.io.file.InputException;

/** Finds a model's external weight files; it may read no others. */
final class ExternalFiles {
  private ExternalFiles() {}

  /** The actual file of each path relative to the model. */
  static Map<Path, Path> find(Path model, Map<String, String> tensorsByLocation) {
    Map<Path, Path> found = new TreeMap<>();
    tensorsByLocation.forEach(
        (location, tensor) -> {
          String problem = add(model.toAbsolutePath().getParent(), location, found);
          if (!problem.isEmpty()) {
            throw InputException.in(
                model,
                "tensor %s has its data in %s, which %s",
                InputException.quote(tensor),
                InputException.quote(location),
                problem);
          }
        });
    return found;
  }

  /** Adds a file, or returns what is wrong with it. */
  private static String add(Path modelFolder, String location, Map<Path, Path> found) {
    try {
      Path folder = modelFolder.toRealPath();
      Path relative = Path.of(location).normalize();
      if (relative.toString().isEmpty() || relative.isAbsolute() || relative.startsWith("..")) {
        return "must be a path inside the model's folder";
      }
      Path file = folder.resolve(relative).toRealPath();
      if (!file.startsWith(folder)) {
        return "is a link out of the model's folder; copy the file itself there";
      }
      if (!Files.isRegularFile(file)) {
        return "is not a regular file";
      }
      found.put(relative, file);
      return "";
    } catch (InvalidPathException e) {
      return "must be a path inside the model's folder";
    } catch (IOException e) {
      return "does not exist or cannot be read";
    }
  }
}
