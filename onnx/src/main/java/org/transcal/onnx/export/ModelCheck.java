package org.transcal.onnx.export;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.transcal.io.file.InputException;
import org.transcal.matrix.Matrix;
import org.transcal.onnx.export.ExportResult.Check;
import org.transcal.onnx.graph.Dimension;
import org.transcal.onnx.graph.OnnxModel;
import org.transcal.onnx.graph.TensorType;
import org.transcal.onnx.network.Network;

/** Loads and runs a calibrated model before it is written. */
final class ModelCheck {
  private static final Set<String> OUTPUTS =
      Set.of(CalibratedExport.PROBABILITIES, CalibratedExport.CONFIDENCE);

  private final OnnxModel original;
  private final int classes;
  private final Duration limit;

  ModelCheck(OnnxModel original, int classes, Duration limit) {
    this.original = original;
    this.classes = classes;
    this.limit = limit;
  }

  /**
   * Checks the model.
   *
   * @throws InputException if it cannot be loaded or run, with the reason
   */
  Check of(byte[] calibrated) {
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
    if (probabilities.columns() != classes) {
      throw InputException.in(
          original.file(),
          "gives %s numbers per example; the calibration was fitted for %s classes",
          probabilities.columns(),
          classes);
    }
  }
}
