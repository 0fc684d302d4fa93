package org.transcal.onnx.graph;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;

/** Finds a model's external weight files; it may read no others. */
final class ExternalFiles {
  private final Path model;
  private final Path folder;

  private ExternalFiles(Path model, Path folder) {
    this.model = model;
    this.folder = folder;
  }

  /** The actual file of each path relative to the model. */
  static Map<Path, Path> find(Path model, Map<String, String> tensorsByLocation) {
    if (tensorsByLocation.isEmpty()) {
      return Map.of();
    }
    ExternalFiles files;
    try {
      files = new ExternalFiles(model, model.toAbsolutePath().getParent().toRealPath());
    } catch (IOException e) {
      throw ByteSource.unreadable(model, e);
    }
    Map<Path, Path> found = new TreeMap<>();
    tensorsByLocation.forEach(
        (location, tensor) -> {
          Path place = files.place(location, tensor);
          found.put(place, files.file(place, location, tensor));
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

  private Path file(Path place, String location, String tensor) {
    Path real;
    try {
      real = folder.resolve(place).toRealPath();
    } catch (IOException e) {
      throw wrong(location, tensor, "does not exist or cannot be read");
    }
    if (!real.startsWith(folder)) {
      throw wrong(
          location, tensor, "is a link out of the model's folder; copy the file itself there");
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
            + " has its data in "
            + InputException.quote(location)
            + ", which "
            + why);
  }
}
