package org.transcal.onnx.extract;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.transcal.io.TaskWriter;
import org.transcal.io.file.InputException;
import org.transcal.io.npy.NpzWriter;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.task.TransferTask;

/**
 * Writes features and logits of images as a data set for {@code adapt} or a task for {@code fit}.
 */
public final class ImageOutput {
  private final ImageSet images;
  private final int[] kept;
  private final Matrix features;
  private final Optional<Matrix> logits;

  /**
   * The outputs of a network.
   *
   * @param kept the image of each row
   */
  public ImageOutput(ImageSet images, int[] kept, Matrix features, Optional<Matrix> logits) {
    this.images = images;
    this.kept = kept.clone();
    this.features = features;
    this.logits = logits;
  }

  /** Writes {@code x, logits, y, domain, domain_names, class_names}. */
  public void writeDataSet(Path file) {
    try (NpzWriter npz = NpzWriter.open(file)) {
      npz.matrix("x", features);
      logits.ifPresent(values -> npz.matrix("logits", values));
      npz.integers("y", Arrays.stream(kept).map(images::label).toArray())
          .integers("domain", Arrays.stream(kept).map(images::domain).toArray())
          .texts("domain_names", images.domainNames())
          .texts("class_names", images.classNames())
          .commit();
    }
  }

  /**
   * Writes a task of three domains (source training, source validation, target), with target labels
   * if every target image has one.
   *
   * @throws InputException if a part is empty or the logits have another number of classes
   */
  public void writeTask(Path file) {
    Matrix scores = logits.orElseThrow();
    if (scores.columns() != images.classNames().size()) {
      throw InputException.in(
          file,
          "the network gives %s logits, but the images have %s classes; list the network's classes"
              + " with --classes",
          scores.columns(),
          images.classNames().size());
    }
    int[] training = rows(0);
    int[] validation = rows(1);
    int[] target = rows(2);
    TransferTask task =
        TransferTask.named("images")
            .sourceValidation(Logits.of(scores.selectRows(validation)), labels(validation))
            .target(Logits.of(scores.selectRows(target)))
            .features(
                features.selectRows(training),
                features.selectRows(validation),
                features.selectRows(target))
            .sourceTraining(Logits.of(scores.selectRows(training)))
            .build();
    TaskWriter writer =
        TaskWriter.of(task).sourceTrainingLabels(labels(training)).classNames(images.classNames());
    if (Arrays.stream(target).noneMatch(row -> images.label(kept[row]) == ImageSet.UNLABELLED)) {
      writer.targetLabels(labels(target));
    }
    writer.write(file);
  }

  private int[] rows(int domain) {
    int[] rows =
        IntStream.range(0, kept.length).filter(row -> images.domain(kept[row]) == domain).toArray();
    if (rows.length == 0) {
      throw new InputException(
          "No readable image is left for the part " + images.domainNames().get(domain));
    }
    return rows;
  }

  private Labels labels(int[] rows) {
    int[] labels = Arrays.stream(rows).map(row -> images.label(kept[row])).toArray();
    return Labels.copyOf(labels, images.classNames().size());
  }
}
