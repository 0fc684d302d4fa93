package org.transcal.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.transcal.Termination;
import org.transcal.calibration.Fits;
import org.transcal.calibration.FittedMethod;
import org.transcal.calibration.Landscape;
import org.transcal.comparison.MethodResult;
import org.transcal.prediction.Labels;
import org.transcal.shift.ImportanceWeights;
import org.transcal.task.TransferTask;

class ReportSizeTest {
  private static final int MEGABYTE = 1_000_000;

  @Test
  void givenManyRowsAndClasses_thenTheyAreSummarised() {
    Samples.Rows target = Samples.target(100_000, 100);
    TransferTask task = Samples.task("large", 20_000, target);
    Optional<Labels> labels = Optional.of(target.labels());

    int bytes = bytes(task, labels, Samples.BINS, List.of(transcal(task, labels)), List.of());

    assertThat(bytes).isLessThan(MEGABYTE);
  }

  @Test
  void givenEveryMethodFineBinsAndEndlessWords_thenStillBelowTwoMegabytes() {
    Samples.Rows target = Samples.target(5_000, 10);
    TransferTask task = Samples.task("n".repeat(5_000), 900, target);
    Optional<Labels> labels = Optional.of(target.labels());
    List<MethodResult> results = new ArrayList<>();
    results.add(transcal(task, labels));
    for (int i = 0; i < 21; i++) {
      results.add(Samples.fitted(Fits.temperature("method-" + i, task, 1 + i / 10.0), labels));
    }
    results.add(Samples.failed("broken", "e".repeat(100_000)));

    int bytes =
        bytes(task, labels, 10_000, results, Collections.nCopies(10_000, "w".repeat(5_000)));

    assertThat(bytes).isLessThan(2 * MEGABYTE);
  }

  /** A fit with a landscape far finer than a chart can show. */
  private static MethodResult transcal(TransferTask task, Optional<Labels> labels) {
    double[] temperatures = new double[400];
    double[] lambdas = new double[300];
    double[][] objective = new double[300][400];
    List<Landscape.Point> zeros = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      lambdas[i] = i / 299.0;
      zeros.add(new Landscape.Point(1.5 + lambdas[i], lambdas[i]));
      for (int j = 0; j < 400; j++) {
        temperatures[j] = Math.pow(10, j / 399.0);
        objective[i][j] = Math.abs(temperatures[j] - 1.5 - lambdas[i]) / 10;
      }
    }
    Landscape landscape = Fits.landscape(temperatures, lambdas, objective, zeros, zeros.get(150));
    FittedMethod fit =
        Fits.transcal(
            task,
            ImportanceWeights.of(task.weights().orElseThrow()),
            landscape,
            0.7,
            Termination.CONVERGED);
    return Samples.fitted(fit, labels);
  }

  private static int bytes(
      TransferTask task,
      Optional<Labels> labels,
      int bins,
      List<MethodResult> results,
      List<String> warnings) {
    return FitReport.of(Samples.fit(Samples.comparison(task, labels, 0, bins, results), warnings))
        .toHtml()
        .getBytes(StandardCharsets.UTF_8)
        .length;
  }
}
