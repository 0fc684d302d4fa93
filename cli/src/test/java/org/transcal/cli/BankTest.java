package org.transcal.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.cli.testing.CommandRun;
import org.transcal.cli.testing.OutputFiles;

/** Real tasks, against values from numpy, scipy and scikit-learn. */
class BankTest {
  /** The tolerance of the search behind the golden temperature. */
  private static final double TEMPERATURE_TOLERANCE = 1e-4;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"amazon__B2D__cdan_e", "office__A2C__mdd", "digit__M2U__source_only"})
  void givenBankTask_thenGoldenValues(String name) {
    Path task = CommandRun.shared("bank/" + name + ".npz");
    Path golden = CommandRun.shared("golden/bank.json");
    assumeTrue(Files.exists(task) && Files.exists(golden), task + " is absent");
    String all = OutputFiles.text(golden);
    String expected = all.substring(all.indexOf("\"" + name + "\""));

    CommandRun run =
        CommandRun.done(
            "fit", task, "--method", "vanilla,temperature,cpcs", "--json", "--out", folder);

    String vanilla = OutputFiles.result(run.out(), "vanilla");
    String scaled = OutputFiles.result(run.out(), "temperature");
    assertThat(OutputFiles.number(vanilla, "ece"))
        .isCloseTo(golden(expected, "vanilla", "ece"), within(1e-9));
    assertThat(OutputFiles.number(vanilla, "nll"))
        .isCloseTo(golden(expected, "vanilla", "nll"), within(1e-9));
    assertThat(OutputFiles.number(vanilla, "brier"))
        .isCloseTo(golden(expected, "vanilla", "brier"), within(1e-9));
    assertThat(OutputFiles.number(scaled, "temperature"))
        .isCloseTo(golden(expected, "temperature", "temperature"), within(TEMPERATURE_TOLERANCE));
    assertThat(OutputFiles.number(run.out(), "domainAuc"))
        .isCloseTo(golden(expected, "weights", "domain_auc"), within(1e-6));
    assertThat(OutputFiles.number(run.out(), "effectiveSampleSize"))
        .isCloseTo(golden(expected, "weights", "ess"), within(0.05));
  }

  private static double golden(String json, String object, String name) {
    int start = json.indexOf("\"" + object + "\": {");
    assertThat(start).as(object).isNotNegative();
    return OutputFiles.number(json.substring(start), name);
  }
}
