package org.transcal.shift;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.transcal.matrix.Frequencies;
import org.transcal.prediction.Labels;
import org.transcal.task.MissingPartException;
import org.transcal.task.Mixup;
import org.transcal.task.TransferTask;

/**
 * Mixed target inputs with the model's own predictions as labels: rows whose two parts are
 * predicted differently, labelled with the prediction of the larger part. A mixed row has the
 * frequency of its target row.
 */
public final class MixupTemperature {
  /** With no more mixed rows than this the temperature would be noise. */
  public static final int TOO_FEW = 20;

  private final TransferTask task;
  private final Mixup mixup;
  private final int[] predictions;
  private final int[] rows;

  private MixupTemperature(TransferTask task, Mixup mixup) {
    this.task = task;
    this.mixup = mixup;
    this.predictions = task.target().logits().predictions();
    this.rows =
        IntStream.range(0, predictions.length)
            .filter(i -> task.target().frequencies().get(i) > 0)
            .filter(i -> predictions[i] != predictions[mixup.partner(i)])
            .toArray();
  }

  /**
   * The mixed rows of a task.
   *
   * @throws MissingPartException if it has none
   */
  public static MixupTemperature of(TransferTask task) {
    return new MixupTemperature(
        task,
        task.mixup()
            .orElseThrow(
                () ->
                    new MissingPartException(
                        "pseudocal needs mixup_logits and mixup_partner: logits of mixed target"
                            + " inputs cannot be made from logits alone")));
  }

  /** How many mixed rows there are, by frequency. */
  public double rows() {
    return Arrays.stream(rows).mapToDouble(task.target().frequencies()::get).sum();
  }

  /** Whether there are enough rows for a temperature. */
  public boolean isEnough() {
    return rows() > TOO_FEW;
  }

  /** The most likely temperature of the mixed rows. */
  public FittedTemperature fit() {
    Frequencies frequencies = task.target().frequencies();
    int[] labels = IntStream.of(rows).map(i -> predictions[i]).toArray();
    return FittedTemperature.mostLikely(
        mixup.logits().selectRows(rows),
        Labels.copyOf(labels, task.classes()),
        frequencies.select(rows));
  }
}
