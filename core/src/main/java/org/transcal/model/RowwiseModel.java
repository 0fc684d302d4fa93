package org.transcal.model;

/** A model that computes the probabilities of each row on its own, in double precision. */
abstract sealed class RowwiseModel implements CalibrationModel permits AffineModel, OneVsRestModel {
  /** Writes the probabilities of {@code scratch.logits}; its first {@link #classes} elements. */
  abstract void calibrate(RowScratch scratch);

  @Override
  public final void calibrate(float[] row, float[] out) {
    ModelKinds.requireOutput(row, out);
    RowScratch scratch = calibrated(row);
    for (int k = 0; k < out.length; k++) {
      out[k] = (float) scratch.probabilities[k];
    }
  }

  @Override
  public final double confidence(float[] row) {
    RowScratch scratch = calibrated(row);
    double largest = 0;
    for (int k = 0; k < row.length; k++) {
      largest = Math.max(largest, scratch.probabilities[k]);
    }
    return Math.min(1, largest);
  }

  private RowScratch calibrated(float[] row) {
    ModelKinds.requireRow(this, row);
    RowScratch scratch = RowScratch.ofThread(row.length);
    for (int k = 0; k < row.length; k++) {
      scratch.logits[k] = row[k];
    }
    calibrate(scratch);
    return scratch;
  }

  @Override
  public final boolean equals(Object other) {
    return other instanceof RowwiseModel model
        && kind().equals(model.kind())
        && classes() == model.classes()
        && parameters().equals(model.parameters());
  }

  @Override
  public final int hashCode() {
    return 31 * classes() + parameters().hashCode();
  }

  @Override
  public final String toString() {
    return getClass().getSimpleName() + "[kind=" + kind() + ", classes=" + classes() + "]";
  }

  /** Arrays that a thread uses for one row after another, with at least one element per class. */
  static final class RowScratch {
    private static final ThreadLocal<RowScratch> OF_THREAD =
        ThreadLocal.withInitial(() -> new RowScratch(0));

    final double[] logits;
    final double[] logOdds;
    final double[] probabilities;

    RowScratch(int classes) {
      logits = new double[classes];
      logOdds = new double[classes];
      probabilities = new double[classes];
    }

    static RowScratch ofThread(int classes) {
      if (OF_THREAD.get().logits.length < classes) {
        OF_THREAD.set(new RowScratch(classes));
      }
      return OF_THREAD.get();
    }
  }
}
