package org.transcal.calibration;

import java.util.Set;
import org.transcal.shift.PreparedTask;
import org.transcal.task.TransferTask;

/**
 * Something that gives calibrated probabilities for the target rows of a task. A method whose
 * result is a model that can be applied to new logits is a {@link Calibrator}.
 */
public interface CalibrationMethod {
  /** What a method needs besides labelled source validation rows and target logits. */
  enum Need {
    /** Importance weights, or the features to estimate them from. */
    WEIGHTS,
    /** Logits of mixed target inputs. */
    MIXUP,
    /** Mean target probabilities over stochastic passes. */
    MC_DROPOUT,
    /** Mean target probabilities over models. */
    ENSEMBLE,
    /** Mean target probabilities over samples of the last layer. */
    SVI,
    /** Target labels. */
    TARGET_LABELS,
    /** Labelled target rows that methods may use. */
    LABELLED_ROWS
  }

  /** The name that commands and results use, such as {@code transcal}. */
  String name();

  /** What it does, in one sentence. */
  String summary();

  /** What it cannot run without; nothing else is derived from a task for it. */
  default Set<Need> needs() {
    return Set.of();
  }

  /**
   * Fits to a task, sharing what other methods derived from it.
   *
   * @throws org.transcal.task.MissingPartException if the task lacks a part the method needs
   * @throws CalibrationException if the data cannot be calibrated
   */
  FittedMethod fit(PreparedTask prepared);

  /** Fits to a task. */
  default FittedMethod fit(TransferTask task) {
    return fit(PreparedTask.of(task));
  }
}
