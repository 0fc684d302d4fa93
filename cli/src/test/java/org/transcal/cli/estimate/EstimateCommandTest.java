package org.transcal.cli.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.cli.testing.CommandRun;
import org.transcal.cli.testing.TaskFile;

class EstimateCommandTest {
  @TempDir Path folder;
  private Path task;

  @BeforeEach
  void writeTask() {
    task = TaskFile.small(1).write(folder.resolve("small.npz"));
  }

  @Test
  void givenTask_thenVerdictReasonsAndEstimates() {
    CommandRun run = CommandRun.done("estimate", task);

    assertThat(run.out())
        .containsPattern("small\\R.*\\Rverdict: (trustworthy|doubtful|untrustworthy)")
        .containsPattern(
            "kind of shift: (no shift seen|label shift|covariate shift|cannot tell)\\R  - ")
        .contains("target accuracy %", "temperature", "dis2 %", "90 % interval");
  }

  @Test
  void givenJson_thenDocumentedFieldsAndNothingElse() {
    CommandRun run = CommandRun.done("estimate", task, "--json");

    assertThat(run.out()).startsWith("{").contains("\"schema\": \"transcal.estimate/1\"");
    assertThat(run.out())
        .contains("\"accuracy\": {", "\"ece\": {", "\"temperature\": {", "\"estimators\": {")
        .contains("\"doc\":", "\"atc\":", "\"dr\":", "\"dis2\":")
        .contains("\"shift\": {", "\"kind\": \"", "\"sentence\": \"")
        .contains("\"verdict\":", "\"reasons\":", "\"labelsNeeded\":", "\"low\":", "\"high\":");
  }

  @Test
  void givenTargetLabels_thenIgnored() {
    String with = CommandRun.done("estimate", task, "--json").out();
    TaskFile.small(1).without("target_labels").write(task);

    assertThat(CommandRun.done("estimate", task, "--json").out()).isEqualTo(with);
  }

  @Test
  void givenThreads_thenSameBytes() {
    String one = CommandRun.done("estimate", task, "--json", "--threads", "1").out();

    assertThat(CommandRun.done("estimate", task, "--json", "--threads", "4").out()).isEqualTo(one);
  }

  @Test
  void givenInvalidOptions_thenStatus2() {
    assertThat(CommandRun.of("estimate", task, "--bins", 0).status()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--chunk-rows", "--time-column", "--alert-below", "--chunks-csv"})
  void givenAnOptionThatMovedToMonitor_thenTheMessageSaysSo(String option) {
    CommandRun run = CommandRun.of("estimate", task, option, "5");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains(option, "transcal monitor", "transcal reference");
  }

  @Test
  void givenNoTask_thenStatus3() {
    assertThat(CommandRun.of("estimate", folder.resolve("none.npz")).status()).isEqualTo(3);
  }
}
