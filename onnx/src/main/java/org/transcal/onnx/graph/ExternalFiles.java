package org.transcal.onnx.graph;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;

/** Finds the files that hold a model's weights; a model may read no others. */
final class ExternalFiles {
  private final Path model;

  /** The model's folder, and the folder of the file that a link to the model leads to. */
  private final Set<Path> folders = new LinkedHashSet<>();

  private ExternalFiles(Path model) {
    this.model = model;
  }

  /** From each place, relative to the model, to the file itself. */
  static Map<Path, Path> find(Path model, Map<String, String> tensorsByLocation) {
    if (tensorsByLocation.isEmpty()) {
      return Map.of();
    }
    ExternalFiles files = new ExternalFiles(model);
    Path folder = model.toAbsolutePath().normalize().getParent();
    try {
      files.folders.add(folder.toRealPath());
      files.folders.add(model.toRealPath().getParent());
    } catch (IOException e) {
      throw ByteSource.unreadable(model, e);
    }
    Map<Path, Path> found = new TreeMap<>();
    tensorsByLocation.forEach(
        (location, tensor) -> {
          Path place = files.place(location, tensor);
          found.put(place, files.file(folder.resolve(place), location, tensor));
        });
    return found;
  }

  private Path place(String location, String tensor) {
    try {
      Path place = Path.of(location).normalize();
      if (!place.toString().isEmpty() && !place.isAbsolute() && !place.startsWith("..")) {
        return place;
      }
    } catch (InvalidPathException e) {
      // Refused below.
    }
    throw wrong(location, tensor, "must be a path inside the model's folder");
  }

  private Path file(Path named, String location, String tensor) {
    Path real;
    try {
      real = named.toRealPath();
    } catch (IOException e) {
      throw wrong(location, tensor, "does not exist or cannot be read");
    }
    if (folders.stream().noneMatch(real::startsWith)) {
      throw wrong(location, tensor, "is a link to a file outside the model's folder");
    }
    if (!Files.isRegularFile(real)) {
      throw wrong(location, tensor, "is not a regular file");
    }
    return real;
  }

  private InputException wrong(String location, String tensor, String why) {
    return InputException.in(
        model,
        "tensor "
            + InputException.quote(tensor)
            + " keeps its data in "
            + InputException.quote(location)
            + ", which "
            + why);
  }
}
