package org.transcal.cli.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.calibration.Methods;
import org.transcal.cli.testing.CommandRun;
import org.transcal.cli.testing.OutputFiles;
import org.transcal.cli.testing.TaskFile;
import org.transcal.example.KnownShift;
import org.transcal.io.TaskFiles;
import org.transcal.io.file.OutputLock;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Logits;

class FitCommandTest {
  /** Single precision keeps seven digits. */
  private static final double FLOAT_TOLERANCE = 1e-6;

  @TempDir private Path folder;
  private Path task;
  private Path out;

  @BeforeEach
  void writeTask() {
    task = TaskFile.small(1).write(folder.resolve("small.npz"));
    out = folder.resolve("out");
  }

  @Test
  void givenTask_thenFourFilesAndATable() {
    CommandRun run = CommandRun.done("fit", task, "--out", out);

    assertThat(OutputFiles.in(out))
        .containsExactly("model.json", "report.html", "result.json", "target_probabilities.npy");
    assertThat(run.out())
        .contains("small: 5 classes, 200 source validation rows, 250 target rows")
        .contains("recommended", "ECE %", out.resolve("report.html").toString());
    assertThat(OutputFiles.text(out.resolve("report.html"))).startsWith("<!DOCTYPE html>");
  }

  @Test
  void givenJson_thenStandardOutputIsResultJsonAndNothingElse() {
    CommandRun run = CommandRun.done("fit", task, "--out", out, "--json");

    assertThat(run.out()).isEqualTo(OutputFiles.text(out.resolve("result.json")));
    assertThat(run.out()).contains("\"schema\": \"transcal.result/1\"");
  }

  @Test
  void givenModelFile_thenSoftmaxAtItsTemperatureGivesTheProbabilities() {
    CommandRun.done("fit", task, "--out", out, "--method", "transcal");

    double temperature =
        OutputFiles.number(OutputFiles.text(out.resolve("model.json")), "temperature");
    Logits logits = TaskFiles.read(task).target().logits();
    OutputFiles.Npy written = OutputFiles.npy(out.resolve("target_probabilities.npy"));
    assertThat(written.header()).contains("'<f4'", "(250, 5)");
    for (int i = 0; i < logits.rows(); i++) {
      double sum = 0;
      for (int k = 0; k < logits.classes(); k++) {
        sum += Math.exp(logits.values().get(i, k) / temperature);
      }
      for (int k = 0; k < logits.classes(); k++) {
        double expected = Math.exp(logits.values().get(i, k) / temperature) / sum;
        assertThat(written.values()[i * 5 + k]).isCloseTo(expected, within(FLOAT_TOLERANCE));
      }
    }
  }

  @Test
  void givenSameInput_thenSameBytesExceptSeconds() {
    Path again = folder.resolve("again");

    CommandRun first = CommandRun.done("fit", task, "--all", "--out", out, "--json");
    CommandRun second =
        CommandRun.done("fit", task, "--all", "--out", again, "--json", "--threads", 4);

    assertThat(CommandRun.withoutSeconds(second.out()))
        .isEqualTo(CommandRun.withoutSeconds(first.out()));
    assertThat(again.resolve("model.json")).hasSameBinaryContentAs(out.resolve("model.json"));
    assertThat(again.resolve("target_probabilities.npy"))
        .hasSameBinaryContentAs(out.resolve("target_probabilities.npy"));
  }

  @Test
  void givenLargeTask_thenResultsDoNotDependOnThreads() {
    // Arrays above 65,536 values are processed in parallel blocks.
    Path large = TaskFile.of(KnownShift.sample(20_000, 15_000, 30_000, 2)).write(task);
    Object[] fit = {"fit", large, "--method", "transcal,cpcs,vector", "--json", "--threads"};

    CommandRun one = CommandRun.done(with(fit, 1, "--out", out));
    CommandRun three = CommandRun.done(with(fit, 3, "--out", out));

    assertThat(CommandRun.withoutSeconds(three.out()))
        .isEqualTo(CommandRun.withoutSeconds(one.out()));
  }

  private static Object[] with(Object[] args, Object... more) {
    return Stream.concat(Arrays.stream(args), Arrays.stream(more)).toArray();
  }

  @Test
  void givenSeveralMethods_thenResultsInOrderAndModelOfTheLastExceptOracle() {
    CommandRun run =
        CommandRun.done(
            "fit", task, "--out", out, "--method", "vanilla,cpcs", "--method", "oracle,cpcs");

    String json = OutputFiles.text(out.resolve("result.json"));
    assertThat(json.indexOf("\"vanilla\"")).isLessThan(json.indexOf("\"cpcs\""));
    assertThat(json.indexOf("\"cpcs\"")).isLessThan(json.indexOf("\"oracle\""));
    assertThat(json.split("\"method\"")).hasSize(1 + 3);
    String model = OutputFiles.text(out.resolve("model.json"));
    assertThat(model).contains("\"method\": \"cpcs\"");
    assertThat(OutputFiles.number(model, "temperature"))
        .isEqualTo(OutputFiles.number(OutputFiles.result(json, "cpcs"), "temperature"));
    assertThat(run.out()).contains("Model and probabilities come from cpcs, the last one named");
  }

  @ParameterizedTest
  @ValueSource(strings = {"vanilla,temperature,recommended", "recommended,temperature,oracle"})
  void givenDefaultMethodAmongOthers_thenItsModelIsWrittenAndNamed(String methods) {
    CommandRun run = CommandRun.done("fit", task, "--out", out, "--method", methods);

    assertThat(OutputFiles.text(out.resolve("model.json"))).contains("\"method\": \"recommended\"");
    assertThat(run.out())
        .contains("Model and probabilities come from recommended, the default method.");
  }

  @Test
  void givenAll_thenModelOfDefaultMethodAndFailuresAreListed() {
    CommandRun run = CommandRun.done("fit", task, "--all", "--out", out);

    assertThat(OutputFiles.text(out.resolve("model.json"))).contains("\"method\": \"recommended\"");
    assertThat(run.out())
        .contains("not run: needs ensemble_probs")
        .containsPattern("% claimed, \\d+ % right \\(estimated \\d+ to \\d+ %\\)");
    assertThat(OutputFiles.result(OutputFiles.text(out.resolve("result.json")), "recommended"))
        .contains("\"verdict\"", "\"low\"", "\"high\"");
    assertThat(OutputFiles.text(out.resolve("report.html")))
        .as("the report is about the default method, not about the first")
        .contains("<code>recommended</code> estimates", "<dt>Verdict</dt>");
    assertThat(OutputFiles.result(OutputFiles.text(out.resolve("result.json")), "ensemble"))
        .contains("\"error\": \"ensemble needs ensemble_probs\"");
  }

  @Test
  void givenOracleNamed_thenItsModelIsWritten() {
    CommandRun.done("fit", task, "--method", "oracle", "--out", out);

    assertThat(OutputFiles.text(out.resolve("model.json"))).contains("\"method\": \"oracle\"");
  }

  @Test
  void givenMethodWithoutModel_thenProbabilitiesOnlyAndWarningAboutOldModel() {
    Logits logits = TaskFiles.read(task).target().logits();
    TaskFile.small(1).matrix("ensemble_probs", logits.softmax(3).toMatrix()).write(task);
    CommandRun first = CommandRun.done("fit", task, "--method", "ensemble", "--out", out);
    assertThat(OutputFiles.in(out))
        .containsExactly("report.html", "result.json", "target_probabilities.npy");
    assertThat(first.err()).contains("ensemble gives probabilities only").doesNotContain("earlier");

    CommandRun.done("fit", task, "--method", "vanilla", "--out", out);
    CommandRun third = CommandRun.done("fit", task, "--method", "ensemble", "--out", out);

    assertThat(third.err()).contains("model.json is from an earlier run");
  }

  @Test
  void givenNoReport_thenNoReport() {
    CommandRun.done("fit", task, "--no-report", "--out", out);

    assertThat(OutputFiles.in(out)).doesNotContain("report.html").contains("result.json");
  }

  @Test
  void givenNoTargetLabels_thenNoScoresAndNoOracle() {
    TaskFile.small(1).without("target_labels").write(task);

    CommandRun run = CommandRun.done("fit", task, "--method", "vanilla,oracle", "--out", out);

    assertThat(run.out()).contains("no target labels").doesNotContain("ECE", "NLL");
    assertThat(OutputFiles.text(out.resolve("result.json")))
        .doesNotContain("\"target\": {\n        \"accuracy\"")
        .contains("\"error\": \"oracle needs target_labels\"");
  }

  @Test
  void givenProvenance_thenVersionSeedAndDigestOfEachArray() {
    CommandRun.done("fit", task, "--seed", 42, "--out", out);

    String model = OutputFiles.text(out.resolve("model.json"));
    assertThat(model).contains("\"seed\": 42").containsPattern("\"version\": \"\\d+\\.\\d+");
    assertThat(model).containsPattern("\"target_logits\": \"[0-9a-f]{64}\"");
    assertThat(model).containsPattern("\"source_train_features\": \"[0-9a-f]{64}\"");
  }

  @Test
  void givenWeights_thenTheyReplaceFeaturesAndTheirDigestIsRecorded() throws Exception {
    Path plain = TaskFile.small(1).withoutFeatures().write(folder.resolve("plain.npz"));
    Path weights = folder.resolve("w.csv");
    Files.writeString(weights, "1\n".repeat(100) + "3\n".repeat(100));

    CommandRun.done("fit", plain, "--method", "transcal", "--weights", weights, "--out", out);

    String json = OutputFiles.text(out.resolve("result.json"));
    assertThat(json).contains("\"estimator\": \"given\"");
    assertThat(OutputFiles.number(json, "mean")).isEqualTo(2);
    // (Σw)²/Σw² = 400² / (100 + 900)
    assertThat(OutputFiles.number(json, "effectiveSampleSize")).isCloseTo(160, within(1e-9));
    assertThat(OutputFiles.text(out.resolve("model.json")))
        .containsPattern("\"weights\": \"[0-9a-f]{64}\"");
  }

  @Test
  void givenWeightsThatNoMethodUses_thenAWarning() throws Exception {
    Path weights = folder.resolve("w.csv");
    Files.writeString(weights, "1\n".repeat(200));
    Path plain = TaskFile.small(1).withoutFeatures().write(folder.resolve("plain.npz"));

    CommandRun run = CommandRun.done("fit", plain, "--weights", weights, "--out", out);

    assertThat(run.err()).contains("No method fitted here uses the given weights");
  }

  @Test
  void givenBalance_thenSeedAffectsUpsamplingButNotReweighting() {
    String[] temperatures = new String[4];
    for (int seed = 0; seed < 2; seed++) {
      CommandRun up = fitJson("--method", "transcal", "--balance", "upsample", "--seed", seed);
      CommandRun re = fitJson("--method", "transcal", "--balance", "reweight", "--seed", seed);
      temperatures[seed] = up.out().replaceAll("(?s).*(\"temperature\": [^,]*).*", "$1");
      temperatures[2 + seed] = re.out().replaceAll("(?s).*(\"temperature\": [^,]*).*", "$1");
    }
    assertThat(temperatures[0]).isNotEqualTo(temperatures[1]);
    assertThat(temperatures[2]).isEqualTo(temperatures[3]);
  }

  private CommandRun fitJson(Object... more) {
    return CommandRun.done(with(new Object[] {"fit", task, "--out", out, "--json"}, more));
  }

  @ParameterizedTest
  @CsvSource({
    "1 1 1, has 3 weights but the task has 200 source validation rows",
    "-1, Importance weight at row 0 is -1",
    "0, All importance weights are 0",
    "nan, nan",
  })
  void givenInvalidWeights_thenStatus3AndNothingWritten(String text, String reason)
      throws Exception {
    Path weights = folder.resolve("w.csv");
    String line = text.contains(" ") ? text.replace(' ', '\n') : (text + "\n").repeat(200);
    Files.writeString(weights, line);

    CommandRun run = CommandRun.of("fit", task, "--weights", weights, "--out", out);

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.onlyErrLine()).startsWith("error: " + weights).containsIgnoringCase(reason);
    assertThat(OutputFiles.in(out)).isEmpty();
  }

  @Test
  void givenMethodLacksItsArrays_thenStatus3OneLineAndNothingWritten() {
    TaskFile.small(1).withoutFeatures().write(task);

    CommandRun run = CommandRun.of("fit", task, "--method", "transcal", "--out", out);

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.out()).isEmpty();
    assertThat(run.onlyErrLine()).startsWith("error: " + task).contains("features");
    assertThat(Files.exists(out)).isFalse();
  }

  @Test
  void givenDataCannotBeCalibrated_thenStatus4OneLineAndNothingWritten() {
    // Each row is mixed with itself, so that no two predictions differ.
    int[] self = new int[250];
    Arrays.setAll(self, i -> i);
    TaskFile.small(1).integers("mixup_partner", self).write(task);

    CommandRun run = CommandRun.of("fit", task, "--method", "pseudocal", "--out", out);

    assertThat(run.status()).isEqualTo(4);
    assertThat(run.onlyErrLine()).startsWith("error: " + task).contains("pseudocal");
    assertThat(Files.exists(out)).isFalse();
  }

  @Test
  void givenNoMethodRan_thenJsonHasTheErrors() {
    TaskFile.small(1).withoutFeatures().write(task);

    CommandRun run = CommandRun.of("fit", task, "--method", "transcal", "--json", "--out", out);

    assertThat(run.status()).isEqualTo(3);
    assertThat(OutputFiles.result(run.out(), "transcal")).contains("\"error\"");
    assertThat(Files.exists(out)).isFalse();
  }

  @Test
  void givenLastMethodFails_thenNoModelOfAnotherMethod() {
    TaskFile.small(1).withoutFeatures().write(task);

    CommandRun run = CommandRun.done("fit", task, "--method", "temperature,transcal", "--out", out);

    assertThat(OutputFiles.in(out)).containsExactly("report.html", "result.json");
    assertThat(run.err()).contains("transcal could not run, so no model");
  }

  @Test
  void givenMethodThatNeedsTooMuchMemory_thenItsErrorAndOthersRun() throws Exception {
    // 3,000 classes: matrix scaling would have nine million parameters.
    int classes = 3_000;
    float[] logits = new float[40 * classes];
    int[] labels = new int[40];
    for (int i = 0; i < 40; i++) {
      labels[i] = i;
      logits[i * classes + i] = i % 3 == 0 ? 1 : 9;
      logits[i * classes + i + 1] = 3;
    }
    Matrix values = Matrix.wrap(logits, 40, classes);
    TaskFile.small(1)
        .withoutFeatures()
        .without("mixup_logits", "mixup_partner", "target_labels")
        .matrix("source_val_logits", values)
        .integers("source_val_labels", labels)
        .matrix("target_logits", values)
        .write(task);

    CommandRun run =
        CommandRun.done("fit", task, "--method", "matrix,temperature", "--json", "--out", out);

    assertThat(OutputFiles.result(run.out(), "matrix")).contains("\"error\": \"");
    assertThat(OutputFiles.result(run.out(), "temperature")).contains("\"temperature\": ");
    assertThat(CommandRun.of("fit", task, "--method", "matrix", "--out", out).status())
        .isBetween(3, 4);
  }

  @Test
  void givenHugeFeature_thenEveryMethodHasResultOrError() {
    double[][] far = new double[250][7];
    far[17][3] = 3.1e18;
    TaskFile.small(1).matrix("target_features", Matrix.copyOf(far)).write(task);

    CommandRun run = CommandRun.done("fit", task, "--all", "--json", "--out", out);

    assertThat(OutputFiles.result(run.out(), "temperature")).contains("\"temperature\": ");
    assertThat(run.out().split("\"method\"")).hasSize(1 + Methods.names().size());
  }

  @Test
  void givenUnwritableReport_thenEverythingElseIsWrittenAndListed() throws Exception {
    Files.createDirectories(out.resolve("report.html"));

    CommandRun run = CommandRun.of("fit", task, "--method", "vanilla", "--out", out);

    assertThat(run.status()).isEqualTo(3);
    assertThat(OutputFiles.in(out))
        .containsExactly("model.json", "report.html", "result.json", "target_probabilities.npy");
    assertThat(run.out()).contains(out.resolve("model.json").toString());
    assertThat(run.onlyErrLine()).contains("report.html: cannot be written");
  }

  @Test
  void givenTaskFolderAsOut_thenUsageErrorAndArraysStay() throws Exception {
    Path arrays = Files.createDirectory(folder.resolve("arrays"));
    Files.writeString(arrays.resolve("source_val_probabilities.csv"), "0.9,0.1\n0.2,0.8\n");
    Files.writeString(arrays.resolve("source_val_labels.csv"), "0\n1\n");
    Path input =
        Files.writeString(arrays.resolve("target_probabilities.csv"), "0.7,0.3\n0.4,0.6\n");

    CommandRun run = CommandRun.of("fit", arrays, "--out", arrays);

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("--out is the folder of the task", "Try: ");
    assertThat(OutputFiles.in(arrays)).hasSize(3);
    assertThat(input).hasContent("0.7,0.3\n0.4,0.6\n");
  }

  @Test
  void givenMissingTable_thenThatIsSaidAndNotThatAnAddOnIsMissing() {
    CommandRun run = CommandRun.of("fit", "missing.csv", "--logits", "logit_*");

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.onlyErrLine()).isEqualTo("error: missing.csv: there is no such file");
  }

  @Test
  void givenAnotherRunInTheSameFolder_thenStatus3() {
    try (OutputLock other = OutputLock.acquire(out)) {
      CommandRun run = CommandRun.of("fit", task, "--out", out);

      assertThat(run.status()).isEqualTo(3);
      assertThat(run.onlyErrLine()).contains("another transcal run is writing to " + out);
      assertThat(OutputFiles.in(out)).isEmpty();
      assertThat(other).isNotNull();
    }
  }

  @Test
  void givenUnknownArrayName_thenWarningOnStandardErrorOnly() {
    TaskFile.small(1).without("target_labels").integers("target_lables", new int[250]).write(task);

    CommandRun run = CommandRun.done("fit", task, "--json", "--out", out);

    assertThat(run.err()).contains("warning: ", "target_lables", "did you mean target_labels?");
    assertThat(run.out()).isEqualTo(OutputFiles.text(out.resolve("result.json"))).startsWith("{");
  }

  @ParameterizedTest
  @ValueSource(strings = {"source_val_logits", "source_val_labels", "target_logits"})
  void givenArrayWithoutTheStartOfItsName_thenTheMissingOneIsNamed(String name) {
    String part = name.substring(name.indexOf('_') + 1);
    TaskFile.small(1).without(name).integers(part, 0, 1).write(task);

    CommandRun run = CommandRun.of("fit", task, "--out", out);

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.onlyErrLine())
        .contains("array " + name + " is missing (is \"" + part + "\" a misspelling of it?)");
  }

  @Test
  void givenTaskNameWithEscapeSequence_thenEscaped() {
    Path odd = TaskFile.small(1).write(folder.resolve("a\033[2Jb.npz"));

    CommandRun run = CommandRun.done("fit", odd, "--method", "vanilla", "--out", out);
    CommandRun bad = CommandRun.of("fit", folder.resolve("none\033[2J.npz"));
    CommandRun usage = CommandRun.of("fit", task, "--method", "\033[2J");

    assertThat(run.out()).contains("a\\x1b[2Jb: 5 classes").doesNotContain("\033");
    assertThat(bad.err()).doesNotContain("\033");
    assertThat(usage.err()).contains("\\x1b[2J").doesNotContain("\033");
  }

  @ParameterizedTest
  @CsvSource({"report.html, true", "result.json, true", "model.json, false"})
  void givenAnOutputLinkedElsewhere_thenNothingIsWritten(String name, boolean exists)
      throws Exception {
    Path elsewhere = folder.resolve("elsewhere");
    if (exists) {
      Files.writeString(elsewhere, "mine");
    }
    Files.createDirectory(out);
    Files.createSymbolicLink(out.resolve(name), elsewhere);

    CommandRun run = CommandRun.of("fit", task, "--out", out);

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.onlyErrLine()).contains(out.resolve(name).toString(), "remove the link");
    assertThat(OutputFiles.in(out)).containsExactly(name);
    assertThat(Files.exists(elsewhere)).isEqualTo(exists);
    assertThat(exists ? Files.readString(elsewhere) : "mine").isEqualTo("mine");
  }

  @Test
  void givenALinkToAFileInTheFolder_thenItIsFollowed() throws Exception {
    Files.createDirectory(out);
    Files.createSymbolicLink(out.resolve("report.html"), Path.of("latest.html"));
    Files.createFile(out.resolve("latest.html"));

    CommandRun.done("fit", task, "--out", out);

    assertThat(OutputFiles.text(out.resolve("latest.html"))).startsWith("<!DOCTYPE html>");
  }

  @Test
  void givenOutIsAFile_thenStatus3AndFileIsUnchanged() throws Exception {
    Files.writeString(out, "mine");

    CommandRun run = CommandRun.of("fit", task, "--out", out);

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.out()).isEmpty();
    assertThat(run.onlyErrLine()).contains("cannot be written");
    assertThat(Files.readString(out)).isEqualTo("mine");
  }

  @Test
  void givenExistingFolder_thenFilesAreReplacedAndOthersStay() throws Exception {
    Files.createDirectories(out);
    Files.writeString(out.resolve("model.json"), "old");
    Files.writeString(out.resolve("notes.txt"), "mine");

    CommandRun.done("fit", task, "--out", out);

    assertThat(OutputFiles.text(out.resolve("model.json"))).contains("transcal.model/1");
    assertThat(OutputFiles.text(out.resolve("notes.txt"))).isEqualTo("mine");
  }

  @ParameterizedTest
  @ValueSource(strings = {"two words.npz", "Zürich 日本.npz", "quote's \"x\".npz", "-dash.npz"})
  void givenAwkwardNames_thenTheyWork(String name) {
    assumeTrue(OutputFiles.canName(name), "file names are ASCII only here");
    Path awkward = TaskFile.small(1).write(folder.resolve(name));

    CommandRun.done("fit", awkward, "--method", "vanilla", "--out", folder.resolve("o " + name));

    assertThat(OutputFiles.in(folder.resolve("o " + name))).contains("result.json");
  }

  @Test
  void givenWeakWeights_thenConcernsAreWarningsOfWeightedMethodsOnly() {
    // A feature that tells the domains apart.
    double[][] apart = new double[250][1];
    double[][] near = new double[200][1];
    double[][] train = new double[300][1];
    for (int i = 0; i < 250; i++) {
      apart[i][0] = 50 + i % 7;
    }
    TaskFile.small(1)
        .matrix("target_features", Matrix.copyOf(apart))
        .matrix("source_val_features", Matrix.copyOf(near))
        .matrix("source_train_features", Matrix.copyOf(train))
        .write(task);

    CommandRun weighted =
        CommandRun.done("fit", task, "--method", "cpcs,vanilla,transcal", "--out", out);
    CommandRun plain = CommandRun.done("fit", task, "--method", "temperature", "--out", out);

    assertThat(weighted.err())
        .contains("warning: cpcs, transcal: Source and target hardly overlap");
    assertThat(plain.err()).doesNotContain("overlap");
  }

  @Test
  void givenDoubts_thenTheTerminalGivesTheReasonsOfTheJson() {
    CommandRun run = CommandRun.done("fit", task, "--out", out);

    String json = OutputFiles.text(out.resolve("result.json"));
    String warnings = json.replaceFirst("(?s).*\"warnings\": \\[ \"(.*?)\" \\].*", "$1");
    List<String> reasons = List.of(warnings.split("\", \""));
    assertThat(reasons).doesNotContain(json);
    assertThat(run.outLines()).containsAll(reasons.stream().map(r -> "  - " + r).toList());
    assertThat(run.err()).isEmpty();
  }

  @Test
  void givenNoFeatures_thenDefaultMethodWarnsAboutOneSidedEvidence() {
    TaskFile.small(1).withoutFeatures().write(task);

    CommandRun recommended = CommandRun.done("fit", task, "--out", out);
    CommandRun plain = CommandRun.done("fit", task, "--method", "temperature", "--out", out);

    assertThat(recommended.out()).contains("verdict: doubtful\n", "\n  - The task has no features");
    assertThat(CommandRun.done("fit", task, "--out", out, "--json").out())
        .containsPattern("\"why\": \\[[^\\]]*\"The task has no features");
    assertThat(plain.err()).doesNotContain("no features");
  }
}
