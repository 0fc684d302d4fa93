package org.transcal.calibration;

import java.util.Arrays;
import org.transcal.kernel.Kernels;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;

/**
 * ECE at thousands of log-spaced temperatures without reading the logits thousands of times.
 *
 * <p>Confidences are exact at knots and cubics in ln T between them. A row that stays in its bin
 * from one knot to the next adds its cubic to the bin's, so all steps between two knots cost the
 * bins, not the rows; only rows that change bins are looked at step by step.
 *
 * <p>Cost: rows × classes a knot, plus steps × rows for each bin edge a row crosses.
 */
final class CalibrationErrorSweep {
  private final Matrix logits;
  private final double[] correctness;
  private final Frequencies frequencies;
  private final int bins;
  private final double[] correct;
  private final double[] left;
  private final double[] leftSlope;
  private final double[] right;
  private final double[] rightSlope;

  CalibrationErrorSweep(Matrix logits, double[] correctness, Frequencies frequencies, int bins) {
    this.logits = logits;
    this.correctness = correctness;
    this.frequencies = frequencies;
    this.bins = bins;
    this.correct = new double[bins];
    this.left = new double[bins];
    this.leftSlope = new double[bins];
    this.right = new double[bins];
    this.rightSlope = new double[bins];
  }

  /**
   * ECE at {@code (knots − 1)·steps + 1} temperatures evenly spaced in ln T, both ends included.
   */
  double[] errors(double lowest, double highest, int knots, int steps) {
    double[] temperatures = Temperatures.logSpaced(lowest, highest, knots);
    double width = Math.log(highest / lowest) / (knots - 1);
    int rows = correctness.length;
    double[] here = new double[rows];
    double[] hereSlope = new double[rows];
    double[] next = new double[rows];
    double[] nextSlope = new double[rows];
    int[] hereBin = new int[rows];
    int[] nextBin = new int[rows];
    int[] crossing = new int[rows];
    double[] errors = new double[(knots - 1) * steps + 1];
    Kernels.rowConfidenceWithSlope(logits, temperatures[0], here, hereSlope);
    fillBins(here, hereBin);
    for (int knot = 0; knot + 1 < knots; knot++) {
      Kernels.rowConfidenceWithSlope(logits, temperatures[knot + 1], next, nextSlope);
      fillBins(next, nextBin);
      int crossings = 0;
      clear();
      for (int i = 0; i < rows; i++) {
        double count = frequencies.get(i);
        if (hereBin[i] == nextBin[i]) {
          int bin = hereBin[i];
          correct[bin] += count * correctness[i];
          left[bin] += count * here[i];
          leftSlope[bin] += count * hereSlope[i];
          right[bin] += count * next[i];
          rightSlope[bin] += count * nextSlope[i];
        } else {
          crossing[crossings++] = i;
        }
      }
      boolean last = knot + 2 == knots;
      for (int step = 0; step < steps + (last ? 1 : 0); step++) {
        double share = (double) step / steps;
        double[] gaps = new double[bins];
        for (int b = 0; b < bins; b++) {
          gaps[b] =
              Kernels.hermite(share, width, left[b], leftSlope[b], right[b], rightSlope[b])
                  - correct[b];
        }
        for (int c = 0; c < crossings; c++) {
          int i = crossing[c];
          double confidence =
              Kernels.hermite(share, width, here[i], hereSlope[i], next[i], nextSlope[i]);
          gaps[Kernels.equalWidthBin(confidence, bins)] +=
              frequencies.get(i) * (confidence - correctness[i]);
        }
        double sum = 0;
        for (double gap : gaps) {
          sum += Math.abs(gap);
        }
        errors[knot * steps + step] = sum / frequencies.total();
      }
      double[] swap = here;
      here = next;
      next = swap;
      swap = hereSlope;
      hereSlope = nextSlope;
      nextSlope = swap;
      int[] swapBin = hereBin;
      hereBin = nextBin;
      nextBin = swapBin;
    }
    return errors;
  }

  private void fillBins(double[] confidence, int[] bin) {
    Arrays.setAll(bin, i -> Kernels.equalWidthBin(confidence[i], bins));
  }

  private void clear() {
    Arrays.fill(correct, 0);
    Arrays.fill(left, 0);
    Arrays.fill(leftSlope, 0);
    Arrays.fill(right, 0);
    Arrays.fill(rightSlope, 0);
  }
}
