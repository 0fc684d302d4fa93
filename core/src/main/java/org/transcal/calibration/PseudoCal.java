package org.transcal.calibration;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.transcal.matrix.Frequencies;
import org.transcal.optim.Minimum;
import org.transcal.prediction.Labels;
import org.transcal.task.MissingPartException;
import org.transcal.task.Mixup;
import org.transcal.task.TransferTask;

/**
 * Temperature scaling on mixed target inputs with the model's own predictions as labels.
 *
 * <p>A mixed row counts where its two parts are predicted differently; its label is the prediction
 * of the larger part. A mixed row has the frequency of its target row.
 */
public record PseudoCal() implements Calibrator {
  /** With no more mixed rows than this the temperature would be noise. */
  private static final int TOO_FEW = 20;

  @Override
  public String name() {
    return "pseudocal";
  }

  @Override
  public String summary() {
    return "one temperature by likelihood on mixed target inputs with pseudo labels";
  }

  @Override
  public FittedCalibration fit(TransferTask task) {
    Mixup mixup =
        task.mixup()
            .orElseThrow(
                () ->
                    new MissingPartException(
                        "pseudocal needs mixup_logits and mixup_partner: logits of mixed target"
                            + " inputs cannot be made from logits alone"));
    int[] predictions = task.target().logits().predictions();
    Frequencies frequencies = task.target().frequencies();
    int[] rows =
        IntStream.range(0, predictions.length)
            .filter(i -> frequencies.get(i) > 0)
            .filter(i -> predictions[i] != predictions[mixup.partner(i)])
            .toArray();
    double count = Arrays.stream(rows).mapToDouble(frequencies::get).sum();
    if (!(count > TOO_FEW)) {
      throw new CalibrationException(
          "pseudocal found "
              + Math.round(count)
              + " mixed rows whose two parts are predicted differently; more than "
              + TOO_FEW
              + " are needed");
    }
    int[] labels = IntStream.of(rows).map(i -> predictions[i]).toArray();
    Minimum minimum =
        TemperatureScaling.minimize(
            mixup.logits().selectRows(rows),
            Labels.copyOf(labels, task.classes()),
            frequencies.select(rows));
    return FittedCalibration.ofTemperature(name(), task, minimum);
  }
}
