package org.transcal.onnx.export;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.transcal.io.file.InputException;
import org.transcal.matrix.Matrix;
import org.transcal.model.CalibrationModel;
import org.transcal.onnx.export.ExportResult.Check;
import org.transcal.onnx.export.Prediction.Form;
import org.transcal.onnx.graph.Dimension;
import org.transcal.onnx.graph.ElementType;
import org.transcal.onnx.graph.GraphWriter;
import org.transcal.onnx.graph.OnnxModel;
import org.transcal.onnx.graph.TensorType;
import org.transcal.onnx.network.Network;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;

/** Runs a calibrated model before it is written, and the added nodes alone against core. */
final class ExportCheck {
  private static final Set<String> OUTPUTS =
      Set.of(CalibratedExport.PROBABILITIES, CalibratedExport.CONFIDENCE);
  private static final int MOST_VALUES = 1 << 18;
  private static final int MOST_ROWS = 512;
  private static final long SEED = 20201206;

  private final OnnxModel original;
  private final CalibrationModel model;

  ExportCheck(OnnxModel original, CalibrationModel model) {
    this.original = original;
    this.model = model;
  }

  /**
   * Loads and runs the calibrated model.
   *
   * @throws InputException if it cannot be loaded or run, with the reason
   */
  Check ofModel(byte[] calibrated, Duration limit) {
    original.weightFiles();
    Network opened;
    try {
      opened = Network.open(original.file(), calibrated, limit);
    } catch (InputException refused) {
      if (original.graph().foreignDomains().isEmpty()) {
        throw refused;
      }
      return Check.NOT_LOADED;
    }
    try (Network network = opened) {
      network
          .inputs()
          .forEach(name -> network.inputType(name).ifPresent(t -> requireSize(name, t)));
      Optional<Map<String, Matrix>> results = network.runSample(OUTPUTS);
      results.map(r -> r.get(CalibratedExport.PROBABILITIES)).ifPresent(this::requireClasses);
      return results.isPresent() ? Check.RAN : Check.LOADED;
    }
  }

  private void requireSize(String input, TensorType type) {
    double size = 1;
    for (Dimension dimension : type.shape()) {
      size *= dimension.isFixed() ? dimension.size() : 1;
    }
    if (size > Integer.MAX_VALUE) {
      throw InputException.in(
          original.file(), "input %s is %s, too large to run", InputException.quote(input), type);
    }
  }

  private void requireClasses(Matrix probabilities) {
    if (probabilities.columns() != model.classes()) {
      throw InputException.in(
          original.file(),
          "gives %s numbers per example; the calibration was fitted for %s classes",
          probabilities.columns(),
          model.classes());
    }
  }

  /** Largest difference on random rows between the added nodes and core. */
  double ofNodes(byte[] nodes, Prediction prediction) {
    int classes = model.classes();
    Matrix fed = randomLogits(Math.max(8, Math.min(MOST_ROWS, MOST_VALUES / classes)), classes);
    Logits known = Logits.of(fed);
    if (prediction.form() == Form.PROBABILITIES) {
      float[] values = new float[fed.rows() * classes];
      known.softmax(1).copyRows(0, fed.rows(), values);
      fed = Matrix.wrap(values, fed.rows(), classes);
      known = Probabilities.of(fed).toLogits();
    }
    Probabilities expected = model.calibrate(known);
    String wanted = CalibratedExport.PROBABILITIES;
    try (Network network =
        Network.open(original.file(), graph(nodes, prediction), Network.LONGEST_RUN)) {
      List<Long> shape =
          prediction.type().shape().stream()
              .skip(1)
              .map(d -> d.isFixed() ? d.size() : classes)
              .toList();
      Map<String, Matrix> run = network.run(prediction.tensor(), fed, shape, Set.of(wanted));
      return difference(expected, run.get(wanted));
    }
  }

  /** Rows from nearly undecided to nearly certain. */
  private static Matrix randomLogits(int rows, int classes) {
    SplittableRandom random = new SplittableRandom(SEED);
    float[] values = new float[rows * classes];
    for (int i = 0; i < rows; i++) {
      double scale = Math.exp(random.nextDouble(-2, 3));
      double shift = random.nextDouble(-20, 20);
      for (int k = 0; k < classes; k++) {
        double sum = random.nextDouble() + random.nextDouble() + random.nextDouble() - 1.5;
        values[i * classes + k] = (float) (shift + scale * 2 * sum);
      }
    }
    return Matrix.wrap(values, rows, classes);
  }

  private byte[] graph(byte[] nodes, Prediction prediction) {
    boolean doubles = prediction.type().elements() == ElementType.DOUBLE;
    List<Dimension> shape = new ArrayList<>(prediction.type().shape());
    shape.set(0, Dimension.UNKNOWN);
    // Half precision cannot be fed; the first node converts it in any case.
    TensorType input = new TensorType(doubles ? ElementType.DOUBLE : ElementType.FLOAT, shape);
    return new GraphWriter()
        .input(prediction.tensor(), input)
        .output(CalibratedExport.PROBABILITIES)
        .toModel("check", original.opset(), nodes);
  }

  private static double difference(Probabilities expected, Matrix actual) {
    double largest = 0;
    for (int i = 0; i < actual.rows(); i++) {
      for (int k = 0; k < actual.columns(); k++) {
        double difference = Math.abs(expected.get(i, k) - actual.get(i, k));
        largest = Math.max(largest, Double.isNaN(difference) ? 1 : difference);
      }
    }
    return largest;
  }
}
