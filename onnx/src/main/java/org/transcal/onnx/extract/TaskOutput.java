package org.transcal.onnx.extract;

import java.nio.file.Path;
import java.util.Arrays;
import org.transcal.io.file.InputException;
import org.transcal.io.npy.NpzWriter;
import org.transcal.matrix.Matrix;

/** Writes a task for {@code fit}: features, logits and labels of source and target. */
public final class TaskOutput {
  private final ImageSet images;
  private final SourceSplit split;

  /** Images and which part each belongs to. */
  public TaskOutput(ImageSet images, SourceSplit split) {
    this.images = images;
    this.split = split;
  }

  /**
   * Writes a task; target labels only where every target image has one.
   *
   * @throws InputException where a part is empty or the logits have another number of classes
   */
  public void write(Path file, int[] kept, Matrix features, Matrix logits) {
    if (logits.columns() != images.classNames().size()) {
      throw new InputException(
          "The network gives "
              + logits.columns()
              + " logits where the images have "
              + images.classNames().size()
              + " classes; say with --classes which name has which number");
    }
    try (NpzWriter npz = NpzWriter.open(file)) {
      for (SourceSplit.Part part : SourceSplit.Part.values()) {
        write(npz, part, kept, features, logits);
      }
      npz.texts("class_names", images.classNames()).commit();
    }
  }

  private void write(
      NpzWriter npz, SourceSplit.Part part, int[] kept, Matrix features, Matrix logits) {
    int[] rows = split.rowsOf(part, kept);
    if (rows.length == 0) {
      throw new InputException("No readable image is left for the part " + part.arrayPrefix());
    }
    int[] labels = Arrays.stream(rows).map(row -> images.label(kept[row])).toArray();
    npz.matrix(part.arrayPrefix() + "_features", features.selectRows(rows))
        .matrix(part.arrayPrefix() + "_logits", logits.selectRows(rows));
    if (Arrays.stream(labels).noneMatch(label -> label == ImageSet.UNLABELLED)) {
      npz.integers(part.arrayPrefix() + "_labels", labels);
    }
  }
}
