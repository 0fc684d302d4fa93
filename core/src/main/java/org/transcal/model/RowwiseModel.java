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
}
