package org.transcal.model;

/** Arrays that a thread uses for one row after another; each has at least one element per class. */
final class RowScratch {
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

  /** The arrays of the calling thread. */
  static RowScratch ofThread(int classes) {
    RowScratch scratch = OF_THREAD.get();
    if (scratch.logits.length < classes) {
      scratch = new RowScratch(classes);
      OF_THREAD.set(scratch);
    }
    return scratch;
  }
}
