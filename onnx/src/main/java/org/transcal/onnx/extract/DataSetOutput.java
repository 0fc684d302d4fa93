package org.transcal.onnx.extract;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.transcal.io.file.InputException;
import org.transcal.io.npy.NpzWriter;
import org.transcal.matrix.Matrix;

/** Writes a data set for {@code adapt}: {@code x, y, domain, domain_names, class_names}. */
public final class DataSetOutput {
  private DataSetOutput() {}

  /** Fails, naming an image, unless every image has a class and there are two classes. */
  public static void requireLabels(ImageSet images) {
    for (int i = 0; i < images.size(); i++) {
      if (images.label(i) == ImageSet.UNLABELLED) {
        throw InputException.in(
            images.files().get(i),
            "has no class; a data set needs one for each image (a folder a class, or \"path"
                + " label\" lines)");
      }
    }
    if (images.classNames().size() < 2) {
      throw new InputException(
          "The images have 1 class, " + images.classNames().get(0) + "; at least 2 are needed");
    }
  }

  /**
   * Writes images' features.
   *
   * @param logits written beside them where there are some
   */
  public static void write(
      Path file, ImageSet images, int[] kept, Matrix features, Optional<Matrix> logits) {
    int[] labels = Arrays.stream(kept).map(images::label).toArray();
    int[] domains = Arrays.stream(kept).map(images::domain).toArray();
    try (NpzWriter npz = NpzWriter.open(file)) {
      npz.matrix("x", features);
      logits.ifPresent(values -> npz.matrix("logits", values));
      npz.integers("y", labels)
          .integers("domain", domains)
          .texts("domain_names", images.domainNames())
          .texts("class_names", images.classNames())
          .commit();
    }
  }
}
