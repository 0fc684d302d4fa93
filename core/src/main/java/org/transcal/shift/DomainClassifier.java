package org.transcal.shift;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.transcal.kernel.Kernels;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;
import org.transcal.optim.LimitedMemoryBfgs;
import org.transcal.optim.VectorMinimum;

/**
 * Density ratio from a logistic regression that tells source training rows from target rows.
 *
 * <p>Minimises the sum of log losses plus ½‖β‖² (the intercept is free); the weight of a row is
 * P(target)/P(source) = exp(−score).
 *
 * <p>Paper: {@code eq:density_ratio}. Deviation: balancing by {@link Balance#REWEIGHT} is the
 * expectation of the paper's random up-sampling, and deterministic.
 *
 * <p>Cost: two passes over the features an evaluation, some dozens to hundreds of evaluations.
 *
 * @param balance how the smaller domain is made to count as much as the larger
 * @param seed used by {@link Balance#UPSAMPLE} only
 */
public record DomainClassifier(Balance balance, long seed) implements DensityRatioEstimator {
  private static final LimitedMemoryBfgs SEARCH = new LimitedMemoryBfgs(1e-8, 5000, 20);

  /** The deterministic default. */
  public static DomainClassifier reweighted() {
    return new DomainClassifier(Balance.REWEIGHT, 0);
  }

  @Override
  public String name() {
    return "logistic";
  }

  @Override
  public ImportanceWeights estimate(TransferTask task) {
    DomainFeatures features =
        task.features()
            .orElseThrow(
                () ->
                    new MissingPartException(
                        "importance weights need source_train_features, source_val_features and"
                            + " target_features, or weights of your own"));
    Frequencies source = features.sourceTrainFrequencies();
    Frequencies target = task.target().frequencies();
    double[] sourceCounts = counts(source, target.total());
    double[] targetCounts = counts(target, source.total());
    Loss loss = new Loss(features, sourceCounts, targetCounts);
    VectorMinimum minimum = SEARCH.minimize(loss, new double[features.columns() + 1]);
    double[] coefficients = loss.coefficients(minimum.at());
    double intercept = loss.intercept(minimum.at());
    double[] logs = scores(features.sourceValidation(), coefficients, intercept);
    Arrays.setAll(logs, i -> -logs[i]);
    double auc =
        RankStatistic.probabilityGreater(
            scores(features.sourceTrain(), coefficients, intercept),
            source,
            scores(features.target(), coefficients, intercept),
            target);
    return ImportanceWeights.ofLogs(
        logs, name(), new DomainSeparation(minimum.value(), auc, minimum.termination()));
  }

  /** How much each row of a domain counts so that both domains count the same. */
  private double[] counts(Frequencies domain, double otherTotal) {
    double[] counts = domain.toArray();
    if (domain.total() >= otherTotal) {
      return counts;
    }
    if (balance == Balance.REWEIGHT) {
      double scale = otherTotal / domain.total();
      Arrays.setAll(counts, i -> counts[i] * scale);
      return counts;
    }
    double[] cumulative = counts.clone();
    for (int i = 1; i < cumulative.length; i++) {
      cumulative[i] += cumulative[i - 1];
    }
    double[] drawn = new double[counts.length];
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
    for (long draw = 0; draw < Math.round(otherTotal); draw++) {
      int at = Arrays.binarySearch(cumulative, random.nextDouble() * domain.total());
      int row = at >= 0 ? at + 1 : -at - 1;
      drawn[Math.min(row, drawn.length - 1)]++;
    }
    return drawn;
  }

  private static double[] scores(Matrix rows, double[] coefficients, double intercept) {
    double[] scores = new double[rows.rows()];
    Arrays.setAll(scores, i -> Kernels.rowDot(rows, i, coefficients) + intercept);
    return scores;
  }

  /**
   * The penalised loss in variables that make it round: features are centred (only the intercept
   * notices) and coefficient j is measured in units of its curvature at 0. The value is unchanged.
   */
  private static final class Loss implements org.transcal.optim.DifferentiableFunction {
    private final DomainFeatures features;
    private final double[] sourceCounts;
    private final double[] targetCounts;
    private final double[] center;
    private final double[] unit;
    private final int columns;

    Loss(DomainFeatures features, double[] sourceCounts, double[] targetCounts) {
      this.features = features;
      this.sourceCounts = sourceCounts;
      this.targetCounts = targetCounts;
      this.columns = features.columns();
      this.center = new double[columns];
      this.unit = new double[columns + 1];
      double total = Arrays.stream(sourceCounts).sum() + Arrays.stream(targetCounts).sum();
      addRows(features.sourceTrain(), sourceCounts, center);
      addRows(features.target(), targetCounts, center);
      Arrays.setAll(center, j -> center[j] / total);
      double[] squares = new double[columns];
      addSquares(features.sourceTrain(), sourceCounts, squares);
      addSquares(features.target(), targetCounts, squares);
      for (int j = 0; j < columns; j++) {
        unit[j] = 1 / Math.sqrt(squares[j] / 4 + 1);
      }
      unit[columns] = 1 / Math.sqrt(total / 4);
    }

    private static void addRows(Matrix rows, double[] counts, double[] sums) {
      for (int i = 0; i < rows.rows(); i++) {
        if (counts[i] > 0) {
          Kernels.addRow(rows, i, counts[i], sums);
        }
      }
    }

    private void addSquares(Matrix rows, double[] counts, double[] sums) {
      double[] row = new double[columns];
      for (int i = 0; i < rows.rows(); i++) {
        rows.copyRow(i, row);
        for (int j = 0; j < columns; j++) {
          double centred = row[j] - center[j];
          sums[j] += counts[i] * centred * centred;
        }
      }
    }

    double[] coefficients(double[] point) {
      double[] coefficients = new double[columns];
      Arrays.setAll(coefficients, j -> point[j] * unit[j]);
      return coefficients;
    }

    double intercept(double[] point) {
      double intercept = point[columns] * unit[columns];
      for (int j = 0; j < columns; j++) {
        intercept -= point[j] * unit[j] * center[j];
      }
      return intercept;
    }

    @Override
    public double evaluate(double[] point, double[] gradient) {
      double[] coefficients = coefficients(point);
      double intercept = intercept(point);
      double[] slope = new double[columns + 1];
      double value =
          domainLoss(features.sourceTrain(), sourceCounts, 1, coefficients, intercept, slope)
              + domainLoss(features.target(), targetCounts, -1, coefficients, intercept, slope);
      for (int j = 0; j < columns; j++) {
        value += coefficients[j] * coefficients[j] / 2;
        gradient[j] = (slope[j] - slope[columns] * center[j] + coefficients[j]) * unit[j];
      }
      gradient[columns] = slope[columns] * unit[columns];
      return value;
    }

    /** Adds Σ count · log(1 + exp(−sign · score)) and its slopes. */
    private double domainLoss(
        Matrix rows,
        double[] counts,
        int sign,
        double[] coefficients,
        double intercept,
        double[] slope) {
      double value = 0;
      for (int i = 0; i < rows.rows(); i++) {
        if (counts[i] > 0) {
          double margin = sign * (Kernels.rowDot(rows, i, coefficients) + intercept);
          double e = Math.exp(-Math.abs(margin));
          value += counts[i] * (Math.log1p(e) + Math.max(0, -margin));
          double wrong = margin >= 0 ? e / (1 + e) : 1 / (1 + e);
          double residual = -sign * counts[i] * wrong;
          Kernels.addRow(rows, i, residual, slope);
          slope[columns] += residual;
        }
      }
      return value;
    }
  }
}
