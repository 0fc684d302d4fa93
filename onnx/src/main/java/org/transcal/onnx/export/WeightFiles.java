package org.transcal.onnx.export;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.transcal.io.file.AtomicFile;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;
import org.transcal.io.file.OutputException;
import org.transcal.onnx.graph.OnnxModel;

/**
 * Copies of a model's weight files for a model in another folder: runtimes look for them only in
 * the model's own folder.
 */
final class WeightFiles implements AutoCloseable {
  private final List<AtomicFile> copies = new ArrayList<>();
  private final List<Path> copied = new ArrayList<>();

  private WeightFiles() {}

  /**
   * Copies the weight files, unless the folder is the same.
   *
   * @throws InputException if a file is missing, outside the model's folder, or would overwrite
   *     another
   */
  static WeightFiles copy(OnnxModel model, Path out) {
    WeightFiles files = new WeightFiles();
    try {
      Path to = folder(out);
      boolean stay = isSame(folder(model.file()), to);
      model
          .weightFiles()
          .forEach(
              (place, file) -> {
                requireOther(out, file, to.resolve(place));
                if (!stay) {
                  files.copy(file, to.resolve(place));
                }
              });
      return files;
    } catch (RuntimeException e) {
      files.close();
      throw e;
    }
  }

  private static Path folder(Path file) {
    return file.toAbsolutePath().normalize().getParent();
  }

  private static boolean isSame(Path from, Path to) {
    try {
      return from.equals(to) || (Files.exists(to) && Files.isSameFile(from, to));
    } catch (IOException e) {
      return false;
    }
  }

  /** The model must not overwrite its weights. */
  private static void requireOther(Path out, Path source, Path target) {
    if (target.equals(out.toAbsolutePath().normalize()) || isSame(source, out)) {
      throw InputException.in(out, "is also a weight file of the model; choose another name");
    }
  }

  private void copy(Path source, Path target) {
    try {
      if (Files.exists(target)) {
        if (Files.mismatch(source, target) >= 0) {
          throw InputException.in(
              target, "already exists and differs from " + source + "; choose another folder");
        }
        return;
      }
    } catch (IOException e) {
      throw ByteSource.unreadable(source, e);
    }
    AtomicFile copy = AtomicFile.open(target);
    copies.add(copy);
    copied.add(target);
    try {
      Files.copy(source, copy.stream());
    } catch (IOException e) {
      throw new OutputException(target, e);
    }
  }

  List<Path> commit() {
    copies.forEach(AtomicFile::commit);
    return List.copyOf(copied);
  }

  @Override
  public void close() {
    copies.forEach(AtomicFile::close);
  }
}
