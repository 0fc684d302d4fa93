package org.transcal.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.transcal.accuracy.ControlVariates;
import org.transcal.accuracy.WeightedError;
import org.transcal.comparison.MethodComparison;
import org.transcal.comparison.TargetScores;
import org.transcal.matrix.Frequencies;
import org.transcal.shift.DomainClassifier;
import org.transcal.shift.ImportanceWeights;
import org.transcal.task.SourceValidation;
import org.transcal.testing.BankCase;

/** Every case of the shared bank against values from numpy, scipy and scikit-learn. */
class GoldenBankTest {
  private static final double SCORE_TOLERANCE = 1e-4;
  private static final double TEMPERATURE_TOLERANCE = 1e-3;
  private static final double RISK_TOLERANCE = 1e-9;

  /** Temperatures of the golden search beyond these lie on its bounds. */
  private static final double LOWEST_INTERIOR = Math.exp(-3.999);

  private static final double HIGHEST_INTERIOR = Math.exp(4.999);

  /** The golden SQP run ended at a zero only where its objective is below this. */
  private static final double GOLDEN_CONVERGED = 1e-4;

  private static List<BankCase> bank = List.of();
  private static Map<String, ImportanceWeights> weights = Map.of();

  @BeforeAll
  static void readBank() {
    bank = BankCase.all();
    weights = new TreeMap<>();
    for (BankCase each : bank) {
      weights.put(each.name(), DomainClassifier.reweighted().estimate(each.task()));
    }
  }

  @Test
  void givenBank_thenHasAllCases() {
    assertThat(bank).hasSize(71);
  }

  @Test
  void givenNoCalibration_thenScoresMatch() {
    SoftAssertions.assertSoftly(
        soft -> {
          for (BankCase each : bank) {
            TargetScores scores = scores(each, new Vanilla());
            close(soft, each, "ece", scores.ece(), each.golden("vanilla", "ece"));
            close(soft, each, "nll", scores.nll(), each.golden("vanilla", "nll"));
            close(soft, each, "brier", scores.brier(), each.golden("vanilla", "brier"));
            close(soft, each, "accuracy", scores.accuracy(), each.golden("target_accuracy"));
          }
        });
  }

  @Test
  void givenTemperatureScaling_thenTemperaturesMatch() {
    temperaturesMatch("temperature", each -> new TemperatureScaling().fit(each.task()));
  }

  @Test
  void givenCpcs_thenTemperaturesMatch() {
    temperaturesMatch("cpcs", each -> Methods.calibrator("cpcs").fit(withOwnWeights(each)));
    temperaturesMatch(
        "cpcs-original", each -> Methods.calibrator("cpcs-original").fit(withOwnWeights(each)));
  }

  @Test
  void givenPseudoCal_thenTemperaturesMatch() {
    temperaturesMatch("pseudocal", each -> new PseudoCal().fit(each.task()));
  }

  @Test
  void givenDomainClassifier_thenObjectiveWeightsAndAucMatch() {
    SoftAssertions.assertSoftly(
        soft -> {
          for (BankCase each : bank) {
            ImportanceWeights found = weights.get(each.name());
            var separation = found.separation().orElseThrow();
            double objective = each.golden("weights", "objective");
            soft.assertThat(separation.objective())
                .as(each.name() + " objective")
                .isCloseTo(objective, within(1e-6 * objective));
            soft.assertThat(separation.domainAuc())
                .as(each.name() + " auc")
                .isCloseTo(each.golden("weights", "domain_auc"), within(1e-5));
            soft.assertThat(largestRelativeDifference(found.values(), each.goldenWeights()))
                .as(each.name() + " weights")
                .isLessThan(1e-3);
            Frequencies once = Frequencies.ones(found.rows());
            double ess = each.golden("weights", "ess");
            soft.assertThat(found.effectiveSampleSize(once))
                .as(each.name() + " ess")
                .isCloseTo(ess, within(1e-3 * ess));
          }
        });
  }

  @Test
  void givenGoldenWeights_thenRiskMatchesForEveryExponentAndVariate() {
    SoftAssertions.assertSoftly(
        soft -> {
          for (BankCase each : bank) {
            SourceValidation source = each.task().sourceValidation();
            double[] correct = source.logits().softmax(1).top().correctness(source.labels());
            double[] error = Arrays.stream(correct).map(r -> 1 - r).toArray();
            for (double lambda : new double[] {0.25, 0.5, 0.75, 1}) {
              for (ControlVariates variates : ControlVariates.values()) {
                double risk =
                    new WeightedError(
                            ImportanceWeights.of(each.goldenWeights()),
                            correct,
                            each.golden("source_confidence"),
                            source.frequencies(),
                            variates)
                        .mean(error, lambda);
                String key = variates.name().toLowerCase(java.util.Locale.ROOT);
                soft.assertThat(risk)
                    .as(each.name() + " " + lambda + " " + key)
                    .isCloseTo(each.golden("risk", "" + lambda, key), within(RISK_TOLERANCE));
              }
            }
          }
        });
  }

  @Test
  void givenTransCal_thenObjectiveNeverAboveGoldenAndEceClose() {
    List<Double> differences = new ArrayList<>();
    Map<String, List<Double>> bySuite = new TreeMap<>();
    SoftAssertions.assertSoftly(
        soft -> {
          for (BankCase each : bank) {
            FittedCalibration fit = TransCal.released().fit(withOwnWeights(each));
            double golden = each.golden("transcal", "objective");
            if (each.golden("transcal", "lambda") >= 1e-3) {
              soft.assertThat(fit.objective())
                  .as(each.name() + " objective")
                  .isLessThanOrEqualTo(golden + 1e-6);
            }
            if (golden <= GOLDEN_CONVERGED) {
              double ece = scores(each, TransCal.released()).ece();
              double difference = 100 * (ece - each.golden("transcal", "ece"));
              differences.add(Math.abs(difference));
              bySuite.computeIfAbsent(each.suite(), s -> new ArrayList<>()).add(difference);
            }
          }
        });
    differences.sort(Double::compare);
    assertThat(differences).hasSizeGreaterThanOrEqualTo(60);
    assertThat(differences.get(differences.size() / 2)).as("median").isLessThanOrEqualTo(0.2);
    assertThat(bySuite)
        .allSatisfy(
            (suite, values) ->
                assertThat(values.stream().mapToDouble(v -> v).average().orElseThrow())
                    .as(suite)
                    .isLessThanOrEqualTo(1.2));
  }

  @Test
  void givenOracle_thenEceAtMostGolden() {
    SoftAssertions.assertSoftly(
        soft -> {
          for (BankCase each : bank) {
            double ece =
                scores(each, new OracleTemperature(Optional.of(each.targetLabels()), 15)).ece();
            soft.assertThat(ece)
                .as(each.name())
                .isLessThanOrEqualTo(each.golden("oracle", "ece") + 0.001);
          }
        });
  }

  private static void temperaturesMatch(
      String method, Function<BankCase, FittedCalibration> fitter) {
    int compared = 0;
    SoftAssertions soft = new SoftAssertions();
    for (BankCase each : bank) {
      double golden = each.golden(method, "temperature");
      if (golden > LOWEST_INTERIOR && golden < HIGHEST_INTERIOR) {
        double found = fitter.apply(each).temperature().orElseThrow();
        soft.assertThat(found)
            .as(each.name() + " " + method)
            .isCloseTo(golden, within(TEMPERATURE_TOLERANCE * golden));
        compared++;
      }
    }
    soft.assertThat(compared).as("interior optima compared").isGreaterThanOrEqualTo(65);
    soft.assertAll();
  }

  private static org.transcal.task.TransferTask withOwnWeights(BankCase each) {
    return each.task().withWeights(weights.get(each.name()).values());
  }

  private static TargetScores scores(BankCase each, CalibrationMethod method) {
    MethodSettings settings = MethodSettings.defaults().withTargetLabels(each.targetLabels());
    return MethodComparison.run(withOwnWeights(each), List.of(method), settings, result -> {})
        .firstFitted()
        .orElseThrow()
        .scores()
        .orElseThrow();
  }

  private static void close(
      SoftAssertions soft, BankCase each, String what, double actual, double expected) {
    soft.assertThat(actual)
        .as(each.name() + " " + what)
        .isCloseTo(expected, within(SCORE_TOLERANCE));
  }

  private static double largestRelativeDifference(double[] actual, double[] expected) {
    double largest = 0;
    for (int i = 0; i < expected.length; i++) {
      largest = Math.max(largest, Math.abs(actual[i] - expected[i]) / expected[i]);
    }
    return largest;
  }
}
