package org.transcal.cli.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.cli.testing.CommandRun;
import org.transcal.cli.testing.OutputFiles;
import org.transcal.cli.testing.TaskFile;
import org.transcal.io.npy.NpzWriter;
import org.transcal.matrix.Matrix;

class EvaluateCommandTest {
  @TempDir private Path folder;
  private Path task;
  private String logits;
  private String labels;

  @BeforeEach
  void write() {
    task = TaskFile.small(1).write(folder.resolve("task.npz"));
    logits = task + ":target_logits";
    labels = task + ":target_labels";
  }

  @Test
  void givenFourRows_thenMetricsComputedByHand() throws Exception {
    Path p = Files.writeString(folder.resolve("p.csv"), "0.9,0.1\n0.8,0.2\n0.3,0.7\n0.4,0.6\n");
    Path y = Files.writeString(folder.resolve("y.csv"), "0\n1\n1\n1\n");

    String json = CommandRun.done("evaluate", p, y, "--probabilities", "--json").out();

    assertThat(json).contains("\"schema\": \"transcal.evaluation/1\"", "\"rows\": 4");
    assertThat(metric(json, "accuracy")).isEqualTo(0.75);
    // Four bins hold a row each: |1 - .9|, |0 - .8|, |1 - .7|, |1 - .6| over 4.
    assertThat(metric(json, "ece")).isCloseTo((0.1 + 0.8 + 0.3 + 0.4) / 4, within(1e-12));
    assertThat(metric(json, "nll"))
        .isCloseTo(-(Math.log(.9) + Math.log(.2) + Math.log(.7) + Math.log(.6)) / 4, within(1e-12));
    assertThat(metric(json, "brier")).isCloseTo(2 * (.01 + .64 + .09 + .16) / 4, within(1e-12));
  }

  @Test
  void givenUnlabelledRows_thenLeftOutAndCounted() throws Exception {
    Path p = Files.writeString(folder.resolve("p.csv"), "0.9,0.1\n0.8,0.2\n0.3,0.7\n0.4,0.6\n");
    Path y = Files.writeString(folder.resolve("y.csv"), "0\n-1\n1\n-1\n");
    Path none = Files.writeString(folder.resolve("none.csv"), "-1\n-1\n-1\n-1\n");

    CommandRun run = CommandRun.done("evaluate", p, y, "--probabilities", "--json");
    CommandRun empty = CommandRun.of("evaluate", p, none, "--probabilities");

    assertThat(run.out()).contains("\"rows\": 2");
    assertThat(metric(run.out(), "accuracy")).isEqualTo(1);
    assertThat(run.err()).contains("2 of 4 labels are -1; those rows are left out");
    assertThat(empty.status()).isEqualTo(3);
    assertThat(empty.err()).contains("every label is -1");
  }

  @Test
  void givenLabelsThatAreNames_thenClassNamesNumberThem() {
    Path named = folder.resolve("named.npz");
    Matrix values = Matrix.wrap(new double[] {2, 0, 0, 0, 3, 0, 0, 0, 1, 5, 0, 0}, 4, 3);
    try (NpzWriter writer = NpzWriter.open(named)) {
      writer
          .matrix("logits", values)
          .texts("labels", List.of("dog", "ant", "cat", ""))
          .texts("class_names", List.of("dog", "ant", "cat"));
      writer.commit();
    }
    Path nameless = folder.resolve("nameless.npz");
    try (NpzWriter writer = NpzWriter.open(nameless)) {
      writer.matrix("logits", values).texts("labels", List.of("dog", "ant", "cat", ""));
      writer.commit();
    }

    CommandRun run = CommandRun.done("evaluate", named, "--json");
    CommandRun bad = CommandRun.of("evaluate", nameless);

    assertThat(metric(run.out(), "accuracy")).isEqualTo(1);
    assertThat(run.err()).contains("1 of 4 labels are -1");
    assertThat(bad.status()).isEqualTo(3);
    assertThat(bad.onlyErrLine())
        .contains("labels: holds text; numbers are needed (names of classes need an array")
        .contains("class_names beside them");
  }

  private static double metric(String json, String key) {
    int start = json.indexOf("\"" + key + "\"");
    assertThat(start).as(key).isNotNegative();
    return OutputFiles.number(json.substring(start), "value");
  }

  @Test
  void givenModel_thenSameScoresAsFit() {
    CommandRun.done("fit", task, "--method", "temperature", "--out", folder.resolve("fit"));
    String fitted = OutputFiles.text(folder.resolve("fit/result.json"));

    String json =
        CommandRun.done(
                "evaluate", logits, labels, "--model", folder.resolve("fit/model.json"), "--json")
            .out();

    for (String key : new String[] {"accuracy", "ece", "nll", "brier"}) {
      String target = fitted.substring(fitted.lastIndexOf("\"target\""));
      assertThat(metric(json, key))
          .as(key)
          .isCloseTo(OutputFiles.number(target, key), within(1e-12));
    }
  }

  @Test
  void givenNoJson_thenEveryMetricWithIntervalAndDiagram() {
    CommandRun run = CommandRun.done("evaluate", logits, labels, "--bins", 10);

    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains("250 rows, 5 classes", "95 % interval", "accuracy", "ECE (10 ");
    assertThat(run.outLines()).anyMatch(line -> line.matches("0\\.90 - 1\\.00 .*[#.|]{40}"));
  }

  @Test
  void givenThreads_thenSameBytes() {
    String one = CommandRun.done("evaluate", logits, labels, "--json", "--threads", 1).out();
    String four = CommandRun.done("evaluate", logits, labels, "--json", "--threads", 4).out();

    assertThat(four).isEqualTo(one);
  }

  @Test
  void givenSeed_thenIntervalsDifferAndValuesDoNot() {
    String first = CommandRun.done("evaluate", logits, labels, "--json", "--seed", 1).out();
    String second = CommandRun.done("evaluate", logits, labels, "--json", "--seed", 2).out();

    assertThat(second).isNotEqualTo(first);
    assertThat(metric(second, "ece")).isEqualTo(metric(first, "ece"));
  }

  @Test
  void givenReport_thenWrittenAndItsPathPrinted() {
    Path report = folder.resolve("r.html");

    CommandRun plain = CommandRun.done("evaluate", logits, labels, "--report", report);
    CommandRun json = CommandRun.done("evaluate", logits, labels, "--report", report, "--json");

    assertThat(OutputFiles.text(report)).startsWith("<!DOCTYPE html>").contains("target_logits");
    assertThat(plain.out()).contains(report.toString());
    assertThat(json.out()).startsWith("{").endsWith("}\n").doesNotContain("report");
    assertThat(json.err()).contains(report.toString());
  }

  @Test
  void givenWrongNumberOfLabels_thenStatus3() throws Exception {
    Path few = Files.writeString(folder.resolve("few.csv"), "0\n".repeat(249));
    Path many = Files.writeString(folder.resolve("many.csv"), "0\n".repeat(251));
    Path csv = Files.writeString(folder.resolve("l.csv"), "0,1\n".repeat(250));

    for (Path bad : new Path[] {few, many}) {
      for (Object predictions : new Object[] {logits, csv}) {
        CommandRun run = CommandRun.of("evaluate", predictions, bad);

        assertThat(run.status()).isEqualTo(3);
        assertThat(run.out()).isEmpty();
        assertThat(run.onlyErrLine()).startsWith("error: " + bad);
      }
    }
  }

  @Test
  void givenInvalidProbabilities_thenStatus3NamesTheRow() throws Exception {
    Path p = Files.writeString(folder.resolve("p.csv"), "0.9,0.1\n0.8,0.3\n");
    Path y = Files.writeString(folder.resolve("y.csv"), "0\n1\n");

    CommandRun run = CommandRun.of("evaluate", p, y, "--probabilities");

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.onlyErrLine()).startsWith("error: " + p).contains("row 1");
  }

  @Test
  void givenLabelOutOfRange_thenStatus3() throws Exception {
    Path y = Files.writeString(folder.resolve("y.csv"), "0\n".repeat(249) + "5\n");

    CommandRun run = CommandRun.of("evaluate", logits, y);

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.onlyErrLine()).startsWith("error: " + y);
  }

  @Test
  void givenRealNetwork_thenPublishedNumbers() {
    Path data = CommandRun.shared("data/lenet-5-cifar-10.npz");
    assumeTrue(Files.exists(data), data + " is absent");
    // Array names of the file, and the figures of METHODS.md.
    String json = CommandRun.done("evaluate", data + ":logit", data + ":y", "--json").out();

    assertThat(metric(json, "accuracy")).isCloseTo(.5308, within(5e-7));
    assertThat(metric(json, "ece")).isCloseTo(.107888, within(5e-7));
    assertThat(metric(json, "nll")).isCloseTo(1.369868, within(5e-7));
    assertThat(metric(json, "brier")).isCloseTo(.614152, within(5e-7));
  }

  @Test
  void givenPositiveClass_thenItsMetricsComputedByHand() throws Exception {
    Path p = Files.writeString(folder.resolve("p.csv"), "0.9,0.1\n0.8,0.2\n0.3,0.7\n0.4,0.6\n");
    Path y = Files.writeString(folder.resolve("y.csv"), "0\n1\n1\n0\n");

    CommandRun run = CommandRun.done("evaluate", p, y, "--probabilities", "--positive", "1");
    String json =
        CommandRun.done("evaluate", p, y, "--probabilities", "--positive", "1", "--json").out();

    String positive = json.substring(json.indexOf("\"positive\""));
    assertThat(positive).contains("\"class\": 1", "\"prevalence\": 0.5");
    // Of four pairs .2 > .1, .7 > .1 and .7 > .6 are in order.
    assertThat(metric(positive, "auroc")).isEqualTo(0.75);
    assertThat(metric(positive, "ece")).isCloseTo((.1 + .8 + .3 + .6) / 4, within(1e-12));
    assertThat(metric(positive, "brier")).isCloseTo((.01 + .64 + .09 + .36) / 4, within(1e-12));
    assertThat(metric(positive, "logLoss"))
        .isCloseTo(-(Math.log(.9) + Math.log(.2) + Math.log(.7) + Math.log(.4)) / 4, within(1e-12));
    assertThat(run.out()).contains("class 1", "AUROC (ties count half)", "0.7500");
    assertThat(run.outLines())
        .anyMatch(line -> line.matches("1 +2 +2 +0\\.500 +0\\.500 +0\\.500 +0\\.4500"));
  }

  @Test
  void givenUnknownPositiveClass_thenUsageError() {
    CommandRun run = CommandRun.of("evaluate", logits, labels, "--positive", "5");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("--positive is 5; it must be a class in 0 … 4");
  }

  @Test
  void givenNoRowOfThePositiveClass_thenStatus3() throws Exception {
    Path p = Files.writeString(folder.resolve("p.csv"), "0.9,0.1\n0.8,0.2\n");
    Path y = Files.writeString(folder.resolve("y.csv"), "0\n0\n");

    CommandRun run = CommandRun.of("evaluate", p, y, "--probabilities", "--positive", "1");

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.onlyErrLine()).contains(y + ": no row has the class 1");
  }

  @Test
  void givenFilesThatHoldBoth_thenComparedInOneTableAndChart() {
    Path other = TaskFile.small(2).write(folder.resolve("other.npz"));
    Path report = folder.resolve("both.html");

    CommandRun run = CommandRun.done("evaluate", task, other, "--report", report);
    String json = CommandRun.done("evaluate", task, other, "--json").out();
    String pairs =
        CommandRun.done(
                "evaluate",
                logits,
                labels,
                other + ":target_logits",
                other + ":target_labels",
                "--json")
            .out();

    assertThat(run.outLines())
        .anyMatch(line -> line.startsWith("metric") && line.contains("other.npz"));
    assertThat(json).contains("\"evaluations\": [", "\"name\": \"" + other + "\"");
    assertThat(pairs.replace(":target_logits", "")).isEqualTo(json);
    assertThat(OutputFiles.text(report)).contains("id=\"reliability-compared\"", "curve-1");
  }

  @Test
  void givenModelAndBefore_thenBothAreCompared() {
    CommandRun.done("fit", task, "--method", "temperature", "--out", folder.resolve("fit"));
    Path model = folder.resolve("fit/model.json");

    String both = CommandRun.done("evaluate", task, "--model", model, "--before", "--json").out();
    String before = CommandRun.done("evaluate", task, "--json").out();
    String after = CommandRun.done("evaluate", task, "--model", model, "--json").out();

    int second = both.indexOf("\"name\": \"after\"");
    assertThat(both).contains("\"name\": \"before\"");
    assertThat(metric(both, "nll")).isEqualTo(metric(before, "nll"));
    assertThat(metric(both.substring(second), "nll")).isEqualTo(metric(after, "nll"));
    assertThat(CommandRun.of("evaluate", task, "--before").status()).isEqualTo(2);
  }

  @Test
  void givenLogitsWithoutLabels_thenUsageErrorSaysWhatIsMissing() {
    CommandRun run = CommandRun.of("evaluate", logits);

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("Missing LABELS");
  }

  @Test
  void givenLabelsBeforeLogits_thenTheOrderIsSaid() throws Exception {
    Path p = Files.writeString(folder.resolve("p.csv"), "0.9,0.1\n0.8,0.2\n");
    Path y = Files.writeString(folder.resolve("y.csv"), "0\n1\n");

    CommandRun npy = CommandRun.of("evaluate", labels, logits);
    CommandRun csv = CommandRun.of("evaluate", y, p);

    assertThat(npy.status()).isEqualTo(3);
    assertThat(npy.onlyErrLine()).contains("target_logits", "give LOGITS before LABELS");
    assertThat(csv.onlyErrLine())
        .isEqualTo(
            "error: " + p + ": has several columns, " + y + " only one; give LOGITS before LABELS");
  }

  @Test
  void givenLabelsFromOne_thenAHintAndOnlyThen() throws Exception {
    Path p = Files.writeString(folder.resolve("p.csv"), "0.9,0.1\n0.8,0.2\n0.3,0.7\n");
    Path one = Files.writeString(folder.resolve("one.csv"), "1\n-1\n2\n");
    Path zero = Files.writeString(folder.resolve("zero.csv"), "0\n1\n2\n");

    String hint = CommandRun.of("evaluate", p, one, "--probabilities").onlyErrLine();
    String none = CommandRun.of("evaluate", p, zero, "--probabilities").onlyErrLine();

    assertThat(hint).contains("Label at row 2 is 2", "; if they start at 1, subtract 1");
    assertThat(none).contains("Label at row 2 is 2").doesNotContain("subtract");
  }

  @Test
  void givenAnArchiveWithOtherNames_thenTheyAreNamed() {
    Path other = folder.resolve("other.npz");
    try (NpzWriter writer = NpzWriter.open(other)) {
      writer.matrix("val_logits", Matrix.wrap(new double[] {2, 0}, 1, 2));
      writer.texts("val_labels", List.of("0"));
      writer.commit();
    }

    CommandRun run = CommandRun.of("evaluate", other);

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err())
        .contains("logits and labels; " + other + " has ", "val_labels", "val_logits");
  }

  @Test
  void givenVerbose_thenStepsOnStandardErrorOnly() {
    CommandRun plain = CommandRun.done("evaluate", logits, labels, "--json");
    CommandRun run = CommandRun.done("evaluate", logits, labels, "--json", "--verbose");

    assertThat(run.out()).isEqualTo(plain.out());
    assertThat(run.err().lines())
        .hasSize(2)
        .allMatch(line -> line.matches(" +[0-9]+\\.[0-9]{2} s  (evaluating|intervals of) .*"));
  }
}
