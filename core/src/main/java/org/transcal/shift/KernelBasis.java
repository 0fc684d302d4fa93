package org.transcal.shift;

import java.util.Arrays;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;

/**
 * Gaussian bumps at target rows, on features of a {@link FeatureSpace}: what density ratios by
 * kernels are made of.
 *
 * <p>Centres are evenly spaced target rows, at most {@value #MOST_CENTRES}; widths are multiples of
 * the median distance between centres and source rows.
 */
final class KernelBasis {
  static final int MOST_CENTRES = 100;
  private static final int MOST_ROWS = 1000;

  private final Matrix centres;
  private final double[][] sourceDistances;
  private final double[][] targetDistances;
  private final double[][] validationDistances;
  private final double medianDistance;

  private KernelBasis(Matrix centres, Matrix source, Matrix target, Matrix validation) {
    this.centres = centres;
    this.sourceDistances = distances(source);
    this.targetDistances = distances(target);
    this.validationDistances = distances(validation);
    double[] all =
        Arrays.stream(sourceDistances).flatMapToDouble(Arrays::stream).sorted().toArray();
    this.medianDistance = Math.sqrt(Math.max(all[all.length / 2], 1e-12));
  }

  /** The basis of a task; fails where it has no features. */
  static KernelBasis of(TransferTask task) {
    DomainFeatures features =
        task.features()
            .orElseThrow(
                () ->
                    new MissingPartException(
                        "importance weights need source_train_features, source_val_features and"
                            + " target_features, or weights of your own"));
    FeatureSpace space = FeatureSpace.of(features, task.target().frequencies());
    Matrix target = spread(space.target(), task.target().frequencies(), MOST_ROWS);
    Matrix source = spread(space.sourceTrain(), features.sourceTrainFrequencies(), MOST_ROWS);
    Matrix centres = spread(target, Frequencies.ones(target.rows()), MOST_CENTRES);
    return new KernelBasis(centres, source, target, space.sourceValidation());
  }

  /** Evenly spaced rows among those that count, as often as they count. */
  private static Matrix spread(Matrix rows, Frequencies frequencies, int most) {
    double total = frequencies.total();
    int count = (int) Math.max(1, Math.min(most, Math.round(total)));
    int[] chosen = new int[count];
    int row = 0;
    double passed = frequencies.get(0);
    for (int i = 0; i < count; i++) {
      double at = (i + 0.5) * total / count;
      while (passed < at && row < rows.rows() - 1) {
        row++;
        passed += frequencies.get(row);
      }
      chosen[i] = row;
    }
    return rows.selectRows(chosen);
  }

  double medianDistance() {
    return medianDistance;
  }

  int centres() {
    return centres.rows();
  }

  double[][] source(double width) {
    return bumps(sourceDistances, width);
  }

  double[][] target(double width) {
    return bumps(targetDistances, width);
  }

  double[][] validation(double width) {
    return bumps(validationDistances, width);
  }

  private static double[][] bumps(double[][] squares, double width) {
    double[][] bumps = new double[squares.length][];
    for (int i = 0; i < squares.length; i++) {
      double[] row = squares[i];
      bumps[i] = Arrays.stream(row).map(s -> Math.exp(-s / (2 * width * width))).toArray();
    }
    return bumps;
  }

  private double[][] distances(Matrix rows) {
    double[][] squares = new double[rows.rows()][centres.rows()];
    double[] x = new double[rows.columns()];
    double[] c = new double[rows.columns()];
    for (int l = 0; l < centres.rows(); l++) {
      centres.copyRow(l, c);
      for (int i = 0; i < rows.rows(); i++) {
        rows.copyRow(i, x);
        double sum = 0;
        for (int j = 0; j < x.length; j++) {
          sum += (x[j] - c[j]) * (x[j] - c[j]);
        }
        squares[i][l] = sum;
      }
    }
    return squares;
  }
}
