package org.transcal.cli.fit;

import java.util.Map;
import org.transcal.io.ArrayFiles;
import org.transcal.io.ArrayLocation;
import org.transcal.io.file.InputException;
import org.transcal.task.TransferTask;

/** {@code --weights}: importance weights that the user brings. */
final class OwnWeights {
  private OwnWeights() {}

  /**
   * The task with the weights.
   *
   * @param inputs gets their digest
   */
  static TransferTask read(String weights, TransferTask task, Map<String, String> inputs) {
    ArrayLocation location = ArrayLocation.parse(weights);
    double[] values = ArrayFiles.readVector(location);
    int rows = task.sourceValidation().logits().rows();
    if (values.length != rows) {
      throw new InputException(
          location
              + ": has "
              + values.length
              + " weights where the task has "
              + rows
              + " source validation rows; one weight per row is needed");
    }
    inputs.put("weights", ArrayFiles.digest(location));
    try {
      return task.withWeights(values);
    } catch (IllegalArgumentException bad) {
      throw new InputException(location + ": " + bad.getMessage(), bad);
    }
  }
}
