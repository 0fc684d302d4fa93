package org.transcal.onnx.export;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.transcal.matrix.Matrix;
import org.transcal.model.CalibrationModel;
import org.transcal.onnx.export.Ending.Form;
import org.transcal.onnx.graph.Dimension;
import org.transcal.onnx.graph.ElementType;
import org.transcal.onnx.graph.TensorType;
import org.transcal.onnx.network.Network;
import org.transcal.onnx.wire.MessageWriter;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;

/** Runs the appended nodes alone, on random rows, and compares with core. */
final class TailCheck {
  private static final int MOST_VALUES = 1 << 18;
  private static final int MOST_ROWS = 512;
  private static final long FILE_VERSION = 7;
  private static final long SEED = 20201206;

  private final Path file;
  private final long opset;
  private final Ending ending;
  private final CalibrationModel model;
  private final byte[] tail;

  TailCheck(Path file, long opset, Ending ending, CalibrationModel model, byte[] tail) {
    this.file = file;
    this.opset = opset;
    this.ending = ending;
    this.model = model;
    this.tail = tail;
  }

  double largestDifference() {
    int classes = model.classes();
    int count = Math.max(8, Math.min(MOST_ROWS, MOST_VALUES / classes));
    Matrix logits = randomLogits(count, classes);
    Matrix fed = logits;
    Logits known = Logits.of(logits);
    if (ending.form() == Form.PROBABILITIES) {
      fed = singles(known.softmax(1).toMatrix());
      known = Probabilities.of(fed).toLogits();
    }
    Probabilities expected = model.calibrate(known);
    String wanted = CalibratedExport.PROBABILITIES;
    try (Network network = Network.open(file, graph())) {
      List<Long> shape =
          ending.type().shape().stream()
              .skip(1)
              .map(d -> d.isFixed() ? d.size() : classes)
              .toList();
      Map<String, Matrix> run = network.run(ending.tensor(), fed, shape, Set.of(wanted));
      return difference(expected, run.get(wanted));
    }
  }

  /** Rows from nearly undecided to nearly certain. */
  private static Matrix randomLogits(int count, int classes) {
    SplittableRandom random = new SplittableRandom(SEED);
    float[] values = new float[count * classes];
    for (int i = 0; i < count; i++) {
      double scale = Math.exp(random.nextDouble(-2, 3));
      double shift = random.nextDouble(-20, 20);
      for (int k = 0; k < classes; k++) {
        double sum = random.nextDouble() + random.nextDouble() + random.nextDouble() - 1.5;
        values[i * classes + k] = (float) (shift + scale * 2 * sum);
      }
    }
    return Matrix.wrap(values, count, classes);
  }

  private static Matrix singles(Matrix doubles) {
    float[] values = new float[doubles.rows() * doubles.columns()];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) doubles.get(i / doubles.columns(), i % doubles.columns());
    }
    return Matrix.wrap(values, doubles.rows(), doubles.columns());
  }

  private byte[] graph() {
    boolean doubles = ending.type().elements() == ElementType.DOUBLE;
    List<Dimension> shape =
        Stream.concat(Stream.of(Dimension.UNKNOWN), ending.type().shape().stream().skip(1))
            .toList();
    // Half precision cannot be fed as random numbers; its conversion is the first node either way.
    TensorType input = new TensorType(doubles ? ElementType.DOUBLE : ElementType.FLOAT, shape);
    return new MessageWriter()
        .integer(1, FILE_VERSION)
        .message(8, version -> version.text(1, "").integer(2, opset))
        .bytes(
            7,
            joined(
                tail,
                new MessageWriter()
                    .text(2, "tail")
                    .message(11, info -> GraphText.valueInfo(info, ending.tensor(), input))
                    .message(12, info -> info.text(1, CalibratedExport.PROBABILITIES))
                    .toBytes()))
        .toBytes();
  }

  private static byte[] joined(byte[] first, byte[] second) {
    byte[] joined = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, joined, first.length, second.length);
    return joined;
  }

  private static double difference(Probabilities expected, Matrix actual) {
    double largest = 0;
    for (int i = 0; i < actual.rows(); i++) {
      for (int k = 0; k < actual.columns(); k++) {
        double difference = Math.abs(expected.get(i, k) - actual.get(i, k));
        // Not a number counts as the worst.
        largest = difference <= largest ? largest : Double.isNaN(difference) ? 1 : difference;
      }
    }
    return largest;
  }
}
