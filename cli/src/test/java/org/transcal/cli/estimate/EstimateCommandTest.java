package org.transcal.cli.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
        .containsPattern("small: (trustworthy|doubtful|untrustworthy)")
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
  void givenChunks_thenCsvReportAndTable() throws Exception {
    Path csv = folder.resolve("chunks.csv");
    Path report = folder.resolve("r.html");

    CommandRun run =
        CommandRun.done(
            "estimate", task, "--chunk-rows", 100, "--chunks-csv", csv, "--report", report);

    assertThat(run.out()).contains("0-99", "100-199", "200-249");
    assertThat(Files.readAllLines(csv)).hasSize(4);
    assertThat(Files.readAllLines(csv).get(0)).startsWith("chunk,rows,accuracy,low,high");
    assertThat(Files.readString(report)).startsWith("<!DOCTYPE html>").contains("Verdict:");
  }

  @Test
  void givenAlertBelow_thenTableCsvAndReportUseTheThreshold() throws Exception {
    Path csv = folder.resolve("chunks.csv");
    Path report = folder.resolve("r.html");

    CommandRun.done(
        "estimate",
        task,
        "--chunk-rows",
        100,
        "--alert-below",
        0.97,
        "--chunks-csv",
        csv,
        "--report",
        report);

    assertThat(Files.readAllLines(csv).stream().skip(1))
        .allMatch(line -> line.endsWith(",0.97,,low"));
    assertThat(Files.readString(report)).contains("97.0");
  }

  @Test
  void givenWrongNumberOfTimes_thenStatus3NamesBothNumbers() throws Exception {
    Path times = folder.resolve("times.csv");
    Files.writeString(times, "1\n2\n3\n");

    CommandRun run = CommandRun.of("estimate", task, "--time-column", times);

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.err()).contains("times.csv", "3 times", "250 target rows");
  }

  @Test
  void givenTimesInTheTask_thenNoWarningThatTheyAreUnknown() {
    Path timed =
        TaskFile.small(1)
            .integers("day", IntStream.range(0, 250).map(i -> i / 125).toArray())
            .integers("other", 1)
            .write(folder.resolve("timed.npz"));

    CommandRun run = CommandRun.done("estimate", timed, "--time-column", timed + ":day");

    assertThat(run.err()).contains("ignored, since unknown: \"other\"").doesNotContain("day");
  }

  @Test
  void givenInvalidOptions_thenStatus2() {
    assertThat(CommandRun.of("estimate", task, "--chunk-rows", 0).status()).isEqualTo(2);
    assertThat(CommandRun.of("estimate", task, "--alert-below", 0.5).status()).isEqualTo(2);
    assertThat(CommandRun.of("estimate", task, "--bins", 0).status()).isEqualTo(2);
  }

  @Test
  void givenNoTask_thenStatus3() {
    assertThat(CommandRun.of("estimate", folder.resolve("none.npz")).status()).isEqualTo(3);
  }
}
