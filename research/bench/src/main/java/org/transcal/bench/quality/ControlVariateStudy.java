package org.transcal.bench.quality;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.transcal.accuracy.ControlVariates;
import org.transcal.accuracy.WeightedError;
import org.transcal.example.KnownShift;
import org.transcal.shift.DomainClassifier;
import org.transcal.shift.FittedTemperature;
import org.transcal.shift.ImportanceWeights;
import org.transcal.task.SourceValidation;
import org.transcal.task.TransferTask;

/**
 * Bias and standard deviation of the target error estimate across replications, for each control
 * variate and exponent λ, on a problem whose target error is known.
 *
 * <p>For λ &lt; 1 E[w^λ] is not 1, so a variate may increase bias or variance.
 */
public final class ControlVariateStudy {
  private static final double[] LAMBDAS = {0, 0.25, 0.5, 0.75, 1};
  private static final int VALIDATION_ROWS = 300;
  private static final int OTHER_ROWS = 1000;
  private static final int REPLICATIONS = 1000;

  private enum Weights {
    TRUE,
    ESTIMATED
  }

  private ControlVariateStudy() {}

  /** Writes the study as Markdown to the file named by the only argument. */
  public static void main(String[] arguments) throws IOException {
    Page page =
        Page.of("Control variates: bias and variance across replications", "control-variates")
            .add(
                "%n%n%d replications of the closed-form problem `KnownShift` (%d source training, %d"
                    + " source validation, %d target rows each). The truth is a target error of"
                    + " %.4f; the source error is %.4f. Each cell: mean estimate minus truth ±"
                    + " standard deviation over replications, in points.%n",
                REPLICATIONS,
                OTHER_ROWS,
                VALIDATION_ROWS,
                OTHER_ROWS,
                1 - KnownShift.trueTargetAccuracy(),
                1 - KnownShift.trueSourceAccuracy());
    for (Weights weights : Weights.values()) {
      addTable(page, weights);
    }
    page.add(
        """

        How to read it: λ = 1 with the true ratio and no variate is unbiased (the importance \
        weighting identity); a smaller λ reduces the variance and adds bias. The weight variate \
        assumes that w^λ has mean 1, which holds for λ = 1 only, so for smaller λ its correction \
        shifts the estimate. λ = 0 is the limit λ → 0⁺, where the plain estimate is the source \
        error and the variate is ln w.
        """);
    page.write(Path.of(arguments[0]));
  }

  private static void addTable(Page page, Weights kind) {
    double truth = 1 - KnownShift.trueTargetAccuracy();
    ControlVariates[] variates = ControlVariates.values();
    double[][][] estimates = new double[variates.length][LAMBDAS.length][REPLICATIONS];
    IntStream.range(0, REPLICATIONS)
        .parallel()
        .forEach(replication -> fill(estimates, replication, kind));
    page.section(
        kind == Weights.TRUE
            ? "With the true density ratio"
            : "With weights from the domain classifier");
    String names = Stream.of(variates).map(Enum::name).collect(Collectors.joining(" | "));
    page.head("λ | " + names.toLowerCase(Locale.ROOT));
    for (int l = 0; l < LAMBDAS.length; l++) {
      page.add("| %.2f |", LAMBDAS[l]);
      for (int v = 0; v < variates.length; v++) {
        double mean = Arrays.stream(estimates[v][l]).average().orElseThrow();
        double variance =
            Arrays.stream(estimates[v][l]).map(e -> (e - mean) * (e - mean)).sum()
                / (REPLICATIONS - 1);
        page.add(" %+.2f ± %.2f |", 100 * (mean - truth), 100 * Math.sqrt(variance));
      }
      page.add("\n");
    }
  }

  private static void fill(double[][][] estimates, int replication, Weights kind) {
    KnownShift problem =
        KnownShift.sample(OTHER_ROWS, VALIDATION_ROWS, OTHER_ROWS, 1_000_003L * replication + 17);
    TransferTask task = problem.task();
    SourceValidation source = task.sourceValidation();
    ImportanceWeights weights =
        kind == Weights.TRUE ? problem.trueWeights() : DomainClassifier.reweighted().estimate(task);
    double[] correctness = source.logits().correctness(source.labels());
    double[] error = Arrays.stream(correctness).map(r -> 1 - r).toArray();
    double temperature = FittedTemperature.mostLikely(source).temperature();
    double confidence =
        source.frequencies().mean(source.logits().softmax(temperature).top().confidences());
    for (ControlVariates variates : ControlVariates.values()) {
      WeightedError risk =
          new WeightedError(weights, correctness, confidence, source.frequencies(), variates);
      for (int l = 0; l < LAMBDAS.length; l++) {
        estimates[variates.ordinal()][l][replication] = risk.mean(error, LAMBDAS[l]);
      }
    }
  }
}
