package org.transcal.cli.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.cli.testing.CommandRun;
import org.transcal.cli.testing.MonitorFiles;
import org.transcal.io.json.ModelJson;
import org.transcal.io.json.Provenance;
import org.transcal.model.IdentityModel;
import org.transcal.model.TemperatureModel;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.Reference;
import org.transcal.monitoring.history.ReferenceFile;

class ReferenceCommandTest {
  @TempDir static Path shared;
  @TempDir Path folder;
  private static Path task;
  private static Path period;
  private Path out;

  @BeforeAll
  static void write() {
    MonitorFiles.write(shared);
    task = shared.resolve("task.npz");
    period = shared.resolve("period");
  }

  @BeforeEach
  void place() {
    out = folder.resolve("ref.npz");
  }

  private CommandRun reference(Object... more) {
    List<Object> words = new ArrayList<>(List.of("reference", task, "--out", out));
    words.addAll(List.of(more));
    return CommandRun.of(words.toArray());
  }

  private List<String> times() {
    return ReferenceFile.read(out).batches().stream()
        .filter(batch -> batch.segment().isEmpty())
        .map(batch -> batch.at().toString())
        .toList();
  }

  @Test
  void givenAPeriod_thenWhatWasLearnedIsPrinted() {
    CommandRun run = reference("--period", period, "--segment", "camera");

    assertThat(run.status()).as(run.toString()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .matches(
            Pattern.compile(
                "normal accuracy [0-9.]+ %; a batch alerts below [0-9.]+ % if it has 1,000 rows,"
                    + " below [0-9.]+ % if it has 10,000\n"
                    + "learned from 1,600 rows of 4 batches and 4 segments of camera\n"
                    + "reference  .*ref.npz \\([0-9.]+ MB\\)\n"));
    assertThat(times())
        .containsExactly(
            "reference/2026-09-01",
            "reference/2026-09-02",
            "reference/2026-09-03",
            "reference/2026-09-04");
    Reference learned = ReferenceFile.read(out);
    assertThat(learned.classNames()).startsWith("bolt");
    assertThat(learned.featureNames()).startsWith("length");
    assertThat(learned.model()).isNotInstanceOf(IdentityModel.class);
  }

  @Test
  void givenNoPeriod_thenTheWarningSaysWhatThatMeans() {
    CommandRun run = reference("--method", "temperature");

    assertThat(run.status()).isZero();
    assertThat(run.out()).contains("learned from 2,000 source validation rows");
    assertThat(run.onlyErrLine())
        .isEqualTo(
            "warning: without --period, batches are compared with the source validation rows, so a"
                + " lasting difference between source and target alerts on every batch; give batches"
                + " known to be fine with --period");
    assertThat(ReferenceFile.read(out).batches()).isEmpty();
  }

  @Test
  void givenTheSameInput_thenTheSameBytesForAnyThreads() throws IOException {
    reference("--method", "temperature", "--period", period, "--threads", 1);
    byte[] first = Files.readAllBytes(out);
    reference("--method", "temperature", "--period", period, "--threads", 4);

    assertThat(Files.readAllBytes(out)).isEqualTo(first);
  }

  @Test
  void givenFilesWithoutDates_thenBatchesAreNumbered() {
    Path first = MonitorFiles.quiet(folder.resolve("a.npz"));

    reference("--method", "vanilla", "--period", first, period.resolve("2026-09-01.npz"));

    assertThat(times()).containsExactly("reference/1", "reference/2");
  }

  @Test
  void givenATimeColumn_thenAFileIsDividedIntoItsDays() {
    List<String> times =
        IntStream.range(0, MonitorFiles.ROWS)
            .mapToObj(i -> i % 2 == 0 ? "2026-11-02T05:00" : "2026-11-01 23:00:00")
            .toList();
    Path file = MonitorFiles.quiet(folder.resolve("a.npz"), writer -> writer.texts("time", times));

    CommandRun run = reference("--method", "vanilla", "--period", file, "--time-column", "time");

    assertThat(run.status()).as(run.toString()).isZero();
    assertThat(times()).containsExactly("reference/2026-11-01", "reference/2026-11-02");
    assertThat(ReferenceFile.read(out).batches()).extracting(BatchResult::rows).containsOnly(200L);
  }

  @Test
  void givenAModel_thenItIsTheOneInUse() {
    Path model = folder.resolve("model.json");
    ModelJson.write(model, new TemperatureModel(5, 1.75), Provenance.unknown());

    CommandRun run = reference("--model", model);

    assertThat(run.status()).isZero();
    assertThat(ReferenceFile.read(out).model()).isEqualTo(new TemperatureModel(5, 1.75));
  }

  private void assertFails(int status, String message, Object... more) {
    CommandRun run = reference(more);

    assertThat(run.err()).contains("error: " + message);
    assertThat(run.status()).isEqualTo(status);
    assertThat(run.out()).isEmpty();
    assertThat(out).doesNotExist();
  }

  @Test
  void givenMisuse_thenStatusTwo() {
    assertFails(
        2,
        "--model and --method are mutually exclusive",
        "--model",
        "m.json",
        "--method",
        "vanilla");
    assertFails(2, "--time-column and --segment name arrays of --period", "--segment", "camera");
    assertFails(
        2, "Unknown method \"temprature\"; did you mean temperature?", "--method", "temprature");
    assertFails(2, "--method ensemble gives probabilities only, no model", "--method", "ensemble");
    assertFails(
        2,
        "camera.npy cannot be the column of 4 batches",
        "--period",
        period,
        "--segment",
        "camera.npy");
  }

  @Test
  void givenBadFiles_thenStatusThree() throws IOException {
    Path model = folder.resolve("model.json");
    ModelJson.write(model, new TemperatureModel(3, 1.75), Provenance.unknown());
    Path empty = Files.createDirectory(folder.resolve("empty"));
    Path batch = period.resolve("2026-09-01.npz");

    assertFails(3, model + ": is a model of 3 classes; the task has 5", "--model", model);
    assertFails(
        3,
        batch + ": has a batch at 2026-09-01, which another file of --period has too",
        "--period",
        batch,
        batch);
    assertFails(3, empty + ": this folder has no batch", "--period", empty);
    assertFails(3, folder.resolve("x") + ": is not a batch", "--period", folder.resolve("x"));
    assertFails(
        3,
        period.resolve("2026-09-01.npz") + ": array \"site\" is missing",
        "--period",
        period,
        "--segment",
        "site");
  }

  @Test
  void givenTheExamplesOfTheHelp_thenTheyRun() throws IOException {
    Path demo = folder.resolve("transcal-out/demo-monitor");
    MonitorFiles.write(demo);
    MonitorFiles.quiet(demo.resolve("nights/2026-09-21.npz"));
    MonitorFiles.broken(demo.resolve("nights/2026-10-21.npz"));

    for (String command : List.of("reference", "monitor")) {
      String help = CommandRun.done(command, "--help").out();
      String examples =
          help.substring(help.indexOf("Examples:"), help.indexOf("Exit status:"))
              .replaceAll("\\\\\n +", "");
      List<String> lines =
          examples
              .lines()
              .map(String::strip)
              .filter(l -> l.startsWith("transcal "))
              .skip(1)
              .toList();
      assertThat(lines).hasSize(command.equals("reference") ? 1 : 3);
      for (String line : lines) {
        // Files of the working folder are in the temporary one.
        Object[] words =
            Pattern.compile("'[^']*'|\\S+")
                .matcher(line.substring("transcal ".length()))
                .results()
                .map(word -> word.group().replace("'", ""))
                .map(
                    w ->
                        w.matches("(ref|history|transcal-out).*") && !w.equals("reference")
                            ? folder.resolve(w)
                            : w)
                .map(w -> w.toString().replace(">alert.json", ">" + folder.resolve("alert.json")))
                .toArray();
        assertThat(CommandRun.of(words).status())
            .as(line)
            .isEqualTo(line.contains("2026-10-21") ? 5 : 0);
      }
    }
    assertThat(folder.resolve("alert.json")).exists();
    assertThat(folder.resolve("history.html")).exists();
  }
}
