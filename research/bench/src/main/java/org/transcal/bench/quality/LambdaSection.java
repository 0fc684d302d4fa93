package org.transcal.bench.quality;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import org.transcal.calibration.FittedCalibration;
import org.transcal.calibration.Landscape;
import org.transcal.calibration.TransCal;
import org.transcal.io.LoadedTask;
import org.transcal.metric.Bootstrap;
import org.transcal.metric.LabelledPredictions;
import org.transcal.metric.ReliabilityDiagram;
import org.transcal.shift.ImportanceWeights;
import org.transcal.task.TransferTask;

/** The effect of learning λ: the paper's Figures 3 and 4, in numbers. */
final class LambdaSection {
  private static final int BINS = 15;
  private static final double[] FIXED = {0, 0.25, 0.5, 0.75, 1};

  /**
   * One task.
   *
   * @param lambda the learned one
   * @param largest the largest weight
   * @param tempered the largest weight to the power of λ
   * @param reaches share of λ in [0, 1] at which the estimated error is zero for some temperature
   * @param ece on the target, with the learned λ
   * @param fixed the same with each fixed λ
   */
  record Row(
      double lambda, double largest, double tempered, double reaches, double ece, double[] fixed) {}

  private LambdaSection() {}

  static Row measure(LoadedTask loaded) {
    TransCal released = TransCal.released();
    FittedCalibration fit = released.fit(loaded.task());
    double lambda = fit.lambda().orElseThrow();
    Landscape landscape = fit.landscape().orElseThrow();
    long reached =
        Arrays.stream(landscape.lambdas())
            .filter(one -> landscape.zeros().stream().anyMatch(zero -> zero.lambda() == one))
            .count();
    ImportanceWeights weights = fit.weights().orElseThrow();
    return new Row(
        lambda,
        largest(weights, 1),
        largest(weights, lambda),
        (double) reached / landscape.lambdas().length,
        ece(loaded, fit),
        Arrays.stream(FIXED).map(one -> ece(loaded, fixed(loaded.task(), one))).toArray());
  }

  private static double largest(ImportanceWeights weights, double exponent) {
    return Arrays.stream(weights.temperedBy(exponent)).max().orElseThrow();
  }

  private static FittedCalibration fixed(TransferTask task, double lambda) {
    TransCal released = TransCal.released();
    return new TransCal(
            "fixed",
            "λ = " + lambda,
            released.variates(),
            OptionalDouble.of(lambda),
            released.densityRatio())
        .fit(task);
  }

  private static double ece(LoadedTask loaded, FittedCalibration fit) {
    return ReliabilityDiagram.of(
            LabelledPredictions.of(fit.targetProbabilities(), loaded.targetLabels().orElseThrow()),
            BINS)
        .expectedCalibrationError();
  }

  static void add(Page page, List<Row> rows) {
    double[] lambdas = sorted(rows, Row::lambda);
    page.section("λ of `transcal` (Figures 3 and 4 of the paper)")
        .add(
            """
            Learned λ: quartiles %.2f, %.2f and %.2f, from %.2f to %.2f. Largest weight: median %.1f,
            to the power of λ %.1f. The estimated error reaches zero for %.0f %% of the values of λ in
            [0, 1] (mean over tasks), and for all of them on %d of %d tasks.

            """,
            Bootstrap.quantile(lambdas, 0.25),
            Bootstrap.quantile(lambdas, 0.5),
            Bootstrap.quantile(lambdas, 0.75),
            lambdas[0],
            lambdas[lambdas.length - 1],
            Bootstrap.quantile(sorted(rows, Row::largest), 0.5),
            Bootstrap.quantile(sorted(rows, Row::tempered), 0.5),
            100 * Page.mean(rows, Row::reaches),
            rows.stream().filter(row -> row.reaches() == 1).count(),
            rows.size())
        .head(
            "λ | target ECE (%), mean of tasks"
                + " | tasks on which it is the best of the fixed ones");
    for (int i = 0; i < FIXED.length; i++) {
      int at = i;
      page.row(
          FIXED[i],
          Page.percent(Page.mean(rows, row -> row.fixed()[at])),
          rows.stream().filter(row -> best(row.fixed()) == at).count());
    }
    double best = Page.mean(rows, row -> row.fixed()[best(row.fixed())]);
    page.add("| learned | %s | |%n", Page.percent(Page.mean(rows, Row::ece)))
        .add("| best for each task, by its labels | %s | |%n", Page.percent(best));
  }

  private static double[] sorted(List<Row> rows, ToDoubleFunction<Row> value) {
    return rows.stream().mapToDouble(value).sorted().toArray();
  }

  private static int best(double[] errors) {
    int best = 0;
    for (int i = 1; i < errors.length; i++) {
      best = errors[i] < errors[best] ? i : best;
    }
    return best;
  }
}
