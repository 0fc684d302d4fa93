package org.transcal.cli.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.cli.Main;
import org.transcal.cli.testing.CommandRun;
import org.transcal.cli.testing.MonitorFiles;
import org.transcal.cli.testing.OutputFiles;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.history.Histories;

/** Batches against a reference, from files to exit status. */
class MonitorCommandTest {
  @TempDir static Path shared;
  @TempDir Path folder;
  private static Path reference;
  private static Path quiet;
  private static Path broken;
  private Path history;

  @BeforeAll
  static void learn() {
    MonitorFiles.write(shared);
    reference = shared.resolve("ref.npz");
    CommandRun.done(
        "reference",
        shared.resolve("task.npz"),
        "--period",
        shared.resolve("period"),
        "--segment",
        "camera",
        "--method",
        "temperature",
        "--out",
        reference);
    quiet = MonitorFiles.quiet(shared.resolve("quiet.npz"));
    broken = MonitorFiles.broken(shared.resolve("broken.npz"));
  }

  @BeforeEach
  void place() {
    history = folder.resolve("history.jsonl");
  }

  /** Runs monitor without a dashboard in the working folder. */
  private CommandRun monitor(Path batch, Object... more) {
    boolean hasDashboard =
        Stream.of(more).anyMatch(word -> word.toString().matches("--(no-)?dashboard|--history"));
    return CommandRun.of(
        Stream.of(
                Stream.<Object>of("monitor", reference, batch),
                Stream.of(more),
                hasDashboard ? Stream.of() : Stream.of("--no-dashboard"))
            .flatMap(words -> words)
            .toArray());
  }

  private List<BatchResult> batches() {
    return Histories.open(history).read(Integer.MAX_VALUE);
  }

  private List<String> monitored() {
    return batches().stream()
        .filter(batch -> !batch.at().toString().startsWith("reference/"))
        .map(n -> n.at() + n.segment().map(s -> " " + s).orElse(""))
        .toList();
  }

  private static void assertMisused(CommandRun run, String message) {
    assertThat(run.err()).startsWith("error: " + message);
    assertThat(run.err()).contains("Try: transcal monitor --help");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
  }

  private static void assertBadInput(CommandRun run, String message) {
    assertThat(run.err()).contains(message);
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.out()).isEmpty();
  }

  @Test
  void givenAQuietNight_thenStatusZeroTextHistoryAndDashboard() {
    CommandRun run =
        monitor(quiet, "--at", "2026-11-14", "--segment", "camera", "--history", history);

    assertThat(run.status()).as(run.toString()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.outLines().get(0))
        .matches(
            "All quiet: accuracy [0-9]+ % \\([0-9]+ to [0-9]+ %\\) on 2026-11-14,"
                + " usual [0-9]+ %\\.");
    assertThat(run.out())
        .contains("batch", "90 % interval", "\n  camera=1 ")
        .contains("history  " + history, "dashboard  " + folder.resolve("history.html"));
    assertThat(monitored())
        .containsExactly(
            "2026-11-14",
            "2026-11-14 camera=1",
            "2026-11-14 camera=2",
            "2026-11-14 camera=3",
            "2026-11-14 camera=4");
    assertThat(batches().stream().map(n -> n.at().toString()).distinct())
        .hasSize(1 + MonitorFiles.PERIOD)
        .contains("reference/2026-09-01");
    assertThat(folder.resolve("history.html")).content().contains("<html", "2026-11-14");
  }

  @Test
  void givenABrokenNight_thenStatusFiveAndAlertsAreExplained() {
    CommandRun run = monitor(broken, "--at", "2026-11-15", "--history", history);

    assertThat(run.status()).as(run.toString()).isEqualTo(5);
    assertThat(run.outLines().get(0)).startsWith("Alert on 2026-11-15: ");
    assertThat(run.out()).containsPattern("\n  - accuracy [0-9.]+ %, below [0-9.]+ %");
    assertThat(batches().get(batches().size() - 1).alerts()).isNotEmpty();
  }

  @Test
  void givenJson_thenOneObjectPerBatchAndSegmentAndNothingElse() {
    CommandRun run =
        monitor(broken, "--at", "2026-11-15", "--segment", "camera", "--json", "--class", "nut");

    assertThat(run.outLines()).hasSize(5);
    assertThat(run.outLines().get(0))
        .startsWith(
            "{\"schema\":\"transcal.monitor/1\",\"at\":\"2026-11-15\",\"segment\":null,\"rows\":400,\"sampledRows\":400,\"accuracy\":{\"value\":0.")
        .contains("\"low\":0.", "\"high\":0.", "\"threshold\":0.", "\"expected\":0.")
        .contains("\"ece\":{", "\"drift\":{\"domainAuc\":0.", "\"confidence\":0.", "\"classes\":0.")
        .contains("\"features\":[{\"name\":\"", "\"score\":0.", "\"intervalFactor\":1.0")
        .contains("\"classes\":[{\"name\":\"nut\",\"precision\":{", "\"alerts\":[\"accuracy ");
    assertThat(run.outLines().get(1)).contains("\"segment\":\"camera=1\",\"rows\":");
  }

  @Test
  void givenThreadsAndRepeats_thenTheSameBytes() throws IOException {
    String first =
        monitor(quiet, "--at", "1", "--segment", "camera", "--json", "--threads", 1).out();
    String second =
        monitor(quiet, "--at", "1", "--segment", "camera", "--json", "--threads", 4).out();
    monitor(quiet, "--at", "1", "--history", history);
    byte[] lines = Files.readAllBytes(history);
    byte[] html = Files.readAllBytes(folder.resolve("history.html"));
    monitor(quiet, "--at", "1", "--history", history);

    assertThat(second).isEqualTo(first);
    assertThat(Files.readAllBytes(history)).isEqualTo(lines);
    assertThat(Files.readAllBytes(folder.resolve("history.html"))).isEqualTo(html);
  }

  @Test
  void givenAHistoryOfTheFirstVersion_thenItIsConvertedBesideItselfAndKept() throws IOException {
    monitor(quiet, "--at", "2026-11-13", "--export", folder.resolve("old.csv"));
    byte[] before = Files.readAllBytes(folder.resolve("old.csv"));
    Path converted = folder.resolve("old.jsonl");

    CommandRun run = monitor(quiet, "--at", "2026-11-14", "--history", folder.resolve("old.csv"));

    assertThat(run.out()).contains("history  " + converted);
    assertThat(run.onlyErrLine())
        .contains("old.csv: is a table of transcal 0.1.0 and stays as it is", converted.toString());
    assertThat(folder.resolve("old.csv")).hasBinaryContent(before);
    history = converted;
    assertThat(monitored()).containsExactly("2026-11-13", "2026-11-14");
    assertThat(
            monitor(
                    quiet,
                    "--at",
                    "2026-11-14",
                    "--history",
                    folder.resolve("old.csv"),
                    "--export",
                    folder.resolve("old.csv"))
                .status())
        .isEqualTo(2);
  }

  @Test
  void givenAnExport_thenItHoldsTheWholeHistory() throws IOException {
    Path table = folder.resolve("table.csv");
    monitor(quiet, "--at", "1", "--history", history);

    CommandRun run = monitor(quiet, "--at", "2", "--history", history, "--export", table);

    assertThat(run.out()).contains("export  " + table);
    assertThat(Histories.open(table).read(Integer.MAX_VALUE)).isEqualTo(batches());
    assertBadInput(
        monitor(quiet, "--at", "3", "--history", history, "--export", folder.resolve("t.xls")),
        "t.xls: the extension of an export must be .csv or .parquet");
    assertThat(monitored()).containsExactly("1", "2");
  }

  @Test
  void givenANightAgain_thenItIsReplacedAndOthersStay() {
    monitor(quiet, "--at", "2026-11-13", "--history", history);
    monitor(quiet, "--at", "2026-11-14", "--segment", "camera", "--history", history);
    monitor(quiet, "--at", "2026-11-14", "--chunk-rows", 200, "--history", history);
    assertThat(monitored()).containsExactly("2026-11-13", "2026-11-14/1", "2026-11-14/2");

    CommandRun run = monitor(broken, "--at", "2026-11-14", "--history", history);

    assertThat(run.status()).isEqualTo(5);
    assertThat(monitored()).containsExactly("2026-11-13", "2026-11-14");
  }

  @Test
  void givenLateLabels_thenRealisedAccuracyAndTrackRecord() throws IOException {
    monitor(quiet, "--at", "2026-11-14", "--history", history);
    int[] truth = MonitorFiles.quietLabels();
    Path labels = folder.resolve("labels.csv");
    Files.writeString(
        labels,
        IntStream.range(0, 300)
            .mapToObj(i -> i + "," + (i % 3 == 0 ? "" : truth[i]) + "\n")
            .collect(Collectors.joining("", "row,label\n", "")));

    CommandRun run = monitor(quiet, "--at", "2026-11-14", "--history", history, "--labels", labels);

    assertThat(run.status()).as(run.toString()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .containsPattern(
            "Track record: on the one batch with labels so far, the estimate was [0-9.]+ points"
                + " too (low|high)");
    assertThat(monitored()).containsExactly("2026-11-14");
    BatchResult batch = batches().get(batches().size() - 1);
    assertThat(batch.realised().orElseThrow().rows()).isEqualTo(200);
  }

  @Test
  void givenLateLabelsThatPredictionsMiss_thenAnAlertEverywhere() throws IOException {
    Path labels = folder.resolve("labels.csv");
    Path alert = folder.resolve("alert.json");
    Path prometheus = folder.resolve("transcal.prom");
    int[] truth = MonitorFiles.quietLabels();
    Files.writeString(
        labels,
        IntStream.range(0, 400)
            .mapToObj(i -> i + "," + (truth[i] + 1) % 5 + "\n")
            .collect(Collectors.joining("", "row,label\n", "")));
    assertThat(monitor(quiet, "--at", "2026-11-14", "--history", history).status()).isZero();

    CommandRun run =
        monitor(
            quiet,
            "--at",
            "2026-11-14",
            "--history",
            history,
            "--labels",
            labels,
            "--prometheus",
            prometheus,
            "--on-alert",
            "cat >" + alert);
    CommandRun json = monitor(quiet, "--at", "2026-11-14", "--labels", labels, "--json");

    String sentence = "realised accuracy [0-9]+[.][0-9] %, below [0-9.]+ % on 400 labelled rows";
    assertThat(run.status()).as(run.toString()).isEqualTo(5);
    assertThat(run.outLines().get(0)).startsWith("Alert on 2026-11-14: ");
    assertThat(run.out()).containsPattern("\n  - " + sentence);
    assertThat(json.out()).containsPattern("\"alerts\":\\[\"" + sentence);
    assertThat(OutputFiles.text(alert)).containsPattern("\"alerts\":\\[\"" + sentence);
    assertThat(prometheus).content().contains("transcal_alert{metric=\"realised\"} 1\n");
    assertThat(folder.resolve("history.html"))
        .content()
        .contains("Alert on")
        .doesNotContain("All quiet");
    assertThat(history).content().contains("\"alerts\":\"realised\"");
  }

  @Test
  void givenASegmentWithControlCharacters_thenEachAlertIsOnePrintableLine() {
    Path batch =
        MonitorFiles.broken(
            folder.resolve("b.npz"),
            writer -> writer.texts("site", halves("ok\n~| touch x", "a\u2028b\u202ec\u001bd")));

    CommandRun run = monitor(batch, "--at", "1", "--segment", "site", "--json");

    assertThat(run.out()).contains("\"alerts\":[\"site=ok\ufffd~| touch x: accuracy ");
    assertThat(run.out()).contains("\"alerts\":[\"site=a\ufffdb\ufffdc\ufffdd: accuracy ");
  }

  @Test
  void givenLabelsInBatchAndTable_thenBothCountAndTheTableWins() throws IOException {
    int[] known = new int[MonitorFiles.ROWS];
    Arrays.fill(known, -1);
    known[0] = 0;
    known[1] = 0;
    Path batch =
        MonitorFiles.quiet(
            folder.resolve("b.npz"), writer -> writer.integers("target_labels", known));
    Path labels = Files.writeString(folder.resolve("l.csv"), "row,label\n1,nut\n2,pin\n");

    CommandRun without = monitor(batch, "--at", "1", "--json");
    CommandRun with = monitor(batch, "--at", "1", "--json", "--labels", labels);

    assertThat(without.out()).contains("\"realised\":{\"rows\":2,");
    assertThat(with.out()).contains("\"realised\":{\"rows\":3,");
  }

  @Test
  void givenATableWithoutLabels_thenAWarning() throws IOException {
    Path labels = Files.writeString(folder.resolve("l.csv"), "row,label\n1,\n");

    CommandRun run = monitor(quiet, "--at", "1", "--labels", labels);

    assertThat(run.status()).isZero();
    assertThat(run.onlyErrLine())
        .isEqualTo("warning: " + labels + ": none of its rows has a label yet");
  }

  @Test
  void givenRowsThatLabelChose_thenAWarningOnTheRealisedAccuracy() throws IOException {
    Path labels =
        Files.writeString(
            folder.resolve("l.csv"),
            "row,label,probability,stratum,stratum_rows\n1,nut,0.5,0,400\n");

    CommandRun run = monitor(quiet, "--at", "1", "--labels", labels);

    assertThat(run.onlyErrLine()).contains("transcal label chose its rows", "may be too low");
  }

  @Test
  void givenChunks_thenPartsOfTheBatch() {
    CommandRun run = monitor(quiet, "--at", "2026-11-14", "--chunk-rows", 150, "--json");

    assertThat(run.outLines()).hasSize(3);
    assertThat(run.outLines().get(0)).contains("\"at\":\"2026-11-14/1\"", "\"rows\":150,");
    assertThat(run.outLines().get(2)).contains("\"at\":\"2026-11-14/3\"", "\"rows\":100,");
  }

  @Test
  void givenChunks_thenPartsShareTheAcceptedFalseAlarms() {
    CommandRun parts = monitor(quiet, "--at", "1", "--chunk-rows", 200, "--json");
    CommandRun twice =
        monitor(quiet, "--at", "1", "--chunk-rows", 200, "--false-alarms", 0.02, "--json");
    CommandRun days =
        monitor(
            MonitorFiles.quiet(
                folder.resolve("b.npz"),
                writer ->
                    writer.integers(
                        "day",
                        IntStream.range(0, MonitorFiles.ROWS).map(row -> row / 200).toArray())),
            "--time-column",
            "day",
            "--json");

    assertThat(thresholds(twice)).isEqualTo(thresholds(days));
    assertThat(thresholds(parts)).isNotEqualTo(thresholds(days));
  }

  private static List<String> thresholds(CommandRun run) {
    return run.outLines().stream()
        .map(line -> line.replaceFirst(".*\"thresholds\":(\\{[^}]*}).*", "$1"))
        .toList();
  }

  private static List<String> halves(String first, String second) {
    return IntStream.range(0, MonitorFiles.ROWS)
        .mapToObj(i -> i % 2 == 0 ? first : second)
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "2026-11-15, 2026-11-14, 2026-11-14 2026-11-15",
    "2026-11-14T23:59:59.5, 2026-11-14 01:00:00, 2026-11-14",
    "2026-11-14T23:30:00-02:00, 2026-11-14, 2026-11-14 2026-11-15",
    "10, 9, 9 10",
    "2.5, -1, -1 2.5",
  })
  void givenTimesAsText_thenBatchesByDayOrNumberInOrder(
      String first, String second, String expected) {
    Path batch =
        MonitorFiles.quiet(
            folder.resolve("b.npz"), writer -> writer.texts("time", halves(first, second)));

    CommandRun run = monitor(batch, "--time-column", "time", "--history", history);

    assertThat(run.status()).as(run.toString()).isIn(0, 5);
    assertThat(run.outLines().get(0)).containsPattern("(on|since) ");
    assertThat(String.join(" ", monitored())).isEqualTo(expected);
  }

  @Test
  void givenTimesAsNumbersOrInAnotherFile_thenBatches() throws IOException {
    int[] days = IntStream.range(0, MonitorFiles.ROWS).map(i -> 20260 + i / 200).toArray();
    Path batch =
        MonitorFiles.quiet(folder.resolve("b.npz"), writer -> writer.integers("day", days));
    Path file =
        Files.writeString(
            folder.resolve("day.csv"), "day\n" + String.join("\n", halves("2026-11-14", "7")));

    monitor(batch, "--time-column", "day", "--chunk-rows", 150, "--history", history);
    assertThat(monitored()).containsExactly("20260/1", "20260/2", "20261/1", "20261/2");
    monitor(batch, "--time-column", "day", "--history", history);
    assertThat(monitored()).containsExactly("20260", "20261");
    Files.delete(history);
    monitor(quiet, "--time-column", file, "--history", history);
    assertThat(monitored()).containsExactly("2026-11-14", "7");
  }

  @Test
  void givenWrongTimes_thenFileArrayRowAndValueAreNamed() {
    Path batch =
        MonitorFiles.quiet(
            folder.resolve("b.npz"), writer -> writer.texts("time", halves("1", "soon")));

    assertBadInput(
        monitor(batch, "--time-column", "time"),
        batch + ", array time, row 1: Time is 'soon'; it must be a date such as 2026-11-14");
    assertBadInput(
        monitor(quiet, "--time-column", "tme"),
        quiet + ": array \"tme\" is missing; a column is an array of one value per row");
  }

  @Test
  void givenTooManySegments_thenBadInput() {
    int[] ids = IntStream.range(0, MonitorFiles.ROWS).toArray();
    Path batch = MonitorFiles.quiet(folder.resolve("b.npz"), writer -> writer.integers("id", ids));

    assertBadInput(
        monitor(batch, "--at", "1", "--segment", "id"),
        batch
            + ": Column 'id' has 400 different values; a column of segments may have at most 200");
  }

  @Test
  void givenPrometheusAndJsonLines_thenBothAreWritten() {
    Path prometheus = folder.resolve("text/transcal.prom");
    Path lines = folder.resolve("log/nights.jsonl");

    for (String at : List.of("2026-11-14", "2026-11-13", "2026-11-14")) {
      CommandRun run =
          monitor(
              quiet,
              "--at",
              at,
              "--history",
              history,
              "--prometheus",
              prometheus,
              "--json-lines",
              lines);
      assertThat(run.out()).contains("prometheus  " + prometheus, "json lines  " + lines);
    }

    assertThat(prometheus).content().contains("transcal_", "# HELP");
    assertThat(lines).content().contains("\"at\":\"2026-11-14\"", "\"at\":\"2026-11-13\"");
    assertThat(OutputFiles.text(lines).lines()).hasSize(2);
  }

  @Test
  void givenAnOutputThatIsTheHistory_thenStatusTwoBeforeAnythingIsComputed() throws IOException {
    monitor(quiet, "--at", "2026-11-13", "--history", history, "--no-dashboard");
    byte[] before = Files.readAllBytes(history);
    Path link = Files.createSymbolicLink(folder.resolve("link.jsonl"), history);
    Path hard = Files.createLink(folder.resolve("hard.prom"), history);
    Path later =
        Files.createSymbolicLink(folder.resolve("later.jsonl"), folder.resolve("new.jsonl"));
    Path unused = folder.resolve("x/../new.jsonl");
    Files.createDirectory(folder.resolve("x"));

    for (Object[] words :
        new Object[][] {
          {"--history", history, "--prometheus", history},
          {"--history", history, "--dashboard", link},
          {"--history", history, "--json-lines", hard},
          {"--history", link, "--json-lines", hard},
          {"--history", folder.resolve("new.jsonl"), "--prometheus", later},
          {"--history", later, "--dashboard", unused},
          {"--history", unused, "--json-lines", folder.resolve("new.jsonl")},
          {"--history", history, "--prometheus", folder.resolve(".history.jsonl.lock")},
          {"--history", history, "--prometheus", folder.resolve("history.html")},
          {
            "--history",
            history,
            "--prometheus",
            folder.resolve("p"),
            "--json-lines",
            folder.resolve("p")
          },
        }) {
      CommandRun run =
          CommandRun.of(
              Stream.concat(
                      Stream.of("monitor", reference, "no-such-batch", "--at", "2026-11-14"),
                      Stream.of(words))
                  .toArray());

      assertThat(run.err()).as(Arrays.toString(words)).contains(", which is also --");
      assertThat(run.err()).contains("use another file, so that nothing is overwritten");
      assertThat(run.status()).isEqualTo(2);
    }
    assertThat(Files.readAllBytes(history)).isEqualTo(before);
    assertThat(folder.resolve("new.jsonl")).doesNotExist();
    assertThat(
            monitor(quiet, "--at", "1", "--prometheus", "/dev/null", "--json-lines", "/dev/null"))
        .extracting(CommandRun::status)
        .isEqualTo(0);
  }

  @Test
  void givenAForeignPageBesideTheHistory_thenItStaysAndNoBatchIsWritten() throws IOException {
    Path page = Files.writeString(folder.resolve("history.html"), "<title>My site</title>");

    CommandRun run = monitor(quiet, "--at", "1", "--history", history);

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.onlyErrLine()).contains(page + " is no dashboard of transcal", "--dashboard");
    assertThat(page).hasContent("<title>My site</title>");
    assertThat(history).doesNotExist();
    assertThat(monitor(quiet, "--at", "1", "--history", history, "--dashboard", page).status())
        .isZero();
    assertThat(monitor(quiet, "--at", "2", "--history", history).status()).isZero();
  }

  @Test
  void givenDashboardOptions_thenThereOrNowhere() {
    Path page = folder.resolve("a/page.html");

    monitor(quiet, "--at", "1", "--dashboard", page);
    monitor(quiet, "--at", "1", "--history", history, "--no-dashboard");

    assertThat(page).content().contains("<html");
    assertThat(folder.resolve("history.html")).doesNotExist();
  }

  @Test
  void givenADashboardThatCannotBeWritten_thenHistoryAndAlertAreOutAlready() {
    Path alert = folder.resolve("alert.json");

    CommandRun run =
        monitor(
            broken,
            "--at",
            "1",
            "--history",
            history,
            "--dashboard",
            folder,
            "--on-alert",
            "cat >" + alert);

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.err()).contains(folder + ": cannot be written: it is a folder");
    assertThat(monitored()).containsExactly("1");
    assertThat(alert).exists();
  }

  @Test
  void givenAHistoryThatCannotBeWritten_thenTheAlertIsOutAlready() throws IOException {
    Path alert = folder.resolve("alert.json");
    Files.createDirectory(folder.resolve(".history.jsonl.lock"));

    CommandRun run =
        monitor(broken, "--at", "1", "--history", history, "--on-alert", "cat >" + alert);

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.onlyErrLine()).startsWith("error: ");
    assertThat(alert).content().contains("\"text\":\"Alert on 1: ");
  }

  @Test
  void givenJsonThatCannotBeWritten_thenAMessageStatusThreeAndTheAlert() {
    Path alert = folder.resolve("alert.json");
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("No space left on device");
          }
        };
    ByteArrayOutputStream err = new ByteArrayOutputStream();

    int status =
        Main.run(
            new String[] {
              "monitor",
              reference.toString(),
              broken.toString(),
              "--at=1",
              "--json",
              "--no-dashboard",
              "--on-alert=cat >" + alert
            },
            new PrintStream(full, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));

    assertThat(status).isEqualTo(3);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualTo("error: standard output cannot be written; is the disk full?\n");
    assertThat(alert).exists();
  }

  @Test
  void givenOnAlert_thenTheCommandGetsOneJsonObjectOnlyOnAnAlert() {
    Path alert = folder.resolve("alert.json");

    CommandRun fine = monitor(quiet, "--at", "1", "--on-alert", "cat >" + alert);
    assertThat(fine.status()).isZero();
    assertThat(alert).doesNotExist();
    CommandRun run =
        monitor(broken, "--at", "2", "--segment", "camera", "--on-alert", "cat >" + alert);

    assertThat(run.status()).isEqualTo(5);
    assertThat(run.err()).isEmpty();
    assertThat(OutputFiles.text(alert).lines()).hasSize(1);
    assertThat(OutputFiles.text(alert))
        .startsWith("{\"schema\":\"transcal.alert/1\",\"text\":\"Alert on 2: ")
        .contains(
            "\"alerts\":[\"accuracy ",
            "\"nights\":[{\"schema\":\"transcal.monitor/1\",\"at\":\"2\"");
  }

  @Test
  void givenAnAlertCommandThatFails_thenAWarningAndTheStatusOfTheAlert() {
    CommandRun failing = monitor(broken, "--at", "1", "--on-alert", "exit 3");
    CommandRun missing = monitor(broken, "--at", "1", "--on-alert", "no-such-command-here 2>&-");

    assertThat(failing.status()).isEqualTo(5);
    assertThat(failing.onlyErrLine()).isEqualTo("warning: --on-alert exit 3 ended with status 3");
    assertThat(missing.status()).isEqualTo(5);
    assertThat(missing.onlyErrLine()).endsWith("ended with status 127 (command not found)");
  }

  @Test
  void givenPolicyOptions_thenTheyAreObeyed() {
    assertThat(monitor(broken, "--at", "1", "--alert-on", "ece", "--threshold", "ece=1").status())
        .isZero();
    assertThat(monitor(quiet, "--at", "1", "--threshold", "accuracy=1").out())
        .contains("below 100.0 %");
    assertThat(monitor(broken, "--at", "1", "--hysteresis", 2, "--history", history).status())
        .isZero();
    assertThat(monitor(broken, "--at", "2", "--hysteresis", 2, "--history", history).status())
        .isEqualTo(5);
  }

  @Test
  void givenKeep_thenOlderBatchesAreDropped() {
    monitor(quiet, "--at", "2026-10-31", "--history", history);
    monitor(quiet, "--at", "2026-11-07", "--history", history);

    CommandRun run = monitor(quiet, "--at", "2026-11-14", "--history", history, "--keep", "1w");

    assertThat(run.status()).isZero();
    assertThat(monitored()).containsExactly("2026-11-07", "2026-11-14");
    assertThat(batches().get(0).at().toString()).startsWith("reference/");
    assertMisused(
        monitor(quiet, "--at", "17", "--history", folder.resolve("numbers.jsonl"), "--keep", "7d"),
        "--keep counts days, but the batch is at 17, not at a date");
  }

  @Test
  void givenKeepAndANumberedNight_thenDaysCountFromTheLatestDate() {
    monitor(quiet, "--at", "2026-11-07", "--history", history);
    monitor(quiet, "--at", "17", "--history", history);

    CommandRun run = monitor(quiet, "--at", "2026-11-15", "--history", history, "--keep", "1w");

    assertThat(run.status()).as(run.toString()).isZero();
    assertThat(monitored()).containsExactly("2026-11-15", "17");
  }

  @Test
  void givenAFutureDate_thenItIsRefusedUnlessAllowed() {
    Path batch =
        MonitorFiles.quiet(
            folder.resolve("b.npz"),
            writer ->
                writer.texts(
                    "time",
                    IntStream.range(0, MonitorFiles.ROWS)
                        .mapToObj(i -> i == 7 ? "9999-12-31" : "2026-12-31")
                        .toList()));

    assertMisused(
        monitor(quiet, "--at", "2206-10-21", "--history", history),
        "--at: Time is '2206-10-21', more than two days ahead of the clock; correct it, or add"
            + " --allow-future");
    assertBadInput(
        monitor(batch, "--time-column", "time", "--history", history),
        batch + ", array time, row 7: Time is '9999-12-31', more than two days ahead of the clock");
    assertThat(history).doesNotExist();
    assertThat(monitor(quiet, "--at", "2027-01-03", "--history", history).status()).isZero();
  }

  @Test
  void givenAFutureDateAndKeep_thenDaysCountFromNowAndTheRunsOwnBatchesStay() {
    for (String day : List.of("2026-12-29", "2026-12-30")) {
      monitor(quiet, "--at", day, "--history", history);
    }

    CommandRun future =
        monitor(
            quiet, "--at", "2206-10-21", "--allow-future", "--history", history, "--keep", "7d");
    CommandRun next = monitor(quiet, "--at", "2026-12-31", "--history", history, "--keep", "7d");
    CommandRun old = monitor(quiet, "--at", "2020-01-01", "--history", history, "--keep", "7d");

    assertThat(List.of(future.status(), next.status(), old.status())).containsOnly(0);
    assertThat(monitored())
        .containsExactly("2020-01-01", "2026-12-29", "2026-12-30", "2026-12-31", "2206-10-21");
  }

  @Test
  void givenKeepThatDropsMoreThanATenth_thenItStopsUnlessAllowed() {
    for (int day = 1; day <= 3; day++) {
      monitor(quiet, "--at", "2026-10-0" + day, "--history", history, "--no-dashboard");
    }
    byte[] before = OutputFiles.text(history).getBytes(StandardCharsets.UTF_8);

    CommandRun stopped =
        monitor(quiet, "--at", "2026-12-31", "--history", history, "--keep", "30d");

    assertBadInput(
        stopped,
        history
            + ", --keep 30d: would drop 3 of its 3 batches; if that is right, add --allow-drop");
    assertThat(history).hasBinaryContent(before);
    assertThat(
            monitor(
                    quiet,
                    "--at",
                    "2026-12-31",
                    "--history",
                    history,
                    "--keep",
                    "30d",
                    "--allow-drop")
                .status())
        .isZero();
    assertThat(monitored()).containsExactly("2026-12-31");
  }

  @ParameterizedTest
  @ValueSource(strings = {"999999d", "200000w", "999999w"})
  void givenKeepOfMillennia_thenAllIsKept(String keep) {
    monitor(quiet, "--at", "2026-11-07", "--history", history);

    CommandRun run = monitor(quiet, "--at", "2026-11-15", "--history", history, "--keep", keep);

    assertThat(run.status()).as(run.toString()).isZero();
    assertThat(monitored()).containsExactly("2026-11-07", "2026-11-15");
  }

  @Test
  void givenMisuse_thenStatusTwoAndAnEmptyHistory() {
    assertMisused(monitor(quiet), "Missing required option: --at TIME, or --time-column NAME");
    assertMisused(
        monitor(quiet, "--at", "1", "--time-column", "t"),
        "--at and --time-column are mutually exclusive");
    assertMisused(
        monitor(quiet, "--at", "1", "--chunk-rows", 0), "--chunk-rows is 0; it must be in 1 …");
    assertMisused(
        monitor(quiet, "--at", "yesterday"), "--at: Time is 'yesterday'; it must be a date such");
    assertMisused(
        monitor(quiet, "--at", "20260921"),
        "--at: Time is '20260921'; it must have hyphens if it is a date, as in 2026-09-21");
    assertMisused(
        monitor(quiet, "--at", "reference/3"),
        "--at: Time is 'reference/3'; it must not name a reference batch or a part of a batch");
    assertMisused(
        monitor(quiet, "--at", "2026-11-14/2"), "--at: Time is '2026-11-14/2'; it must not name");
    assertMisused(monitor(quiet, "--at", "1", "--keep", "7d"), "--keep needs --history");
    assertMisused(
        monitor(quiet, "--at", "1", "--history", history, "--keep", "7y"),
        "--keep is \"7y\"; it must be as 400d (days) or 52w (weeks)");
    assertMisused(monitor(quiet, "--at", "1", "--hysteresis", 2), "--hysteresis 2 needs --history");
    assertMisused(
        monitor(quiet, "--at", "1", "--hysteresis", 0, "--history", history),
        "Alerts after 0 batches in a row; it must be at least 1");
    assertMisused(
        monitor(quiet, "--at", "1", "--false-alarms", 2), "False-alarm rate is 2.0; it must be");
    assertMisused(
        monitor(quiet, "--at", "1", "--alert-on", "acuracy"),
        "--alert-on: unknown metric \"acuracy\"; did you mean accuracy?");
    assertMisused(
        monitor(quiet, "--at", "1", "--threshold", "accuracy"),
        "--threshold is \"accuracy\"; it must be METRIC=X");
    assertMisused(
        monitor(quiet, "--at", "1", "--threshold", "ece=low"),
        "--threshold is \"ece=low\"; low must be a number");
    assertMisused(
        monitor(quiet, "--at", "1", "--threshold", "ece=7"),
        "Threshold of calibration error is 7.0");
    assertMisused(
        monitor(quiet, "--at", "1", "--class", "boltt"),
        "--class: unknown class \"boltt\"; did you mean bolt?");
    assertMisused(
        monitor(quiet, "--at", "1", "--no-dashboard", "--dashboard", "x.html"),
        "--dashboard and --no-dashboard are mutually exclusive");
    assertThat(history).doesNotExist();
  }

  @Test
  void givenBadFiles_thenStatusThreeAndTheFileIsNamed() throws IOException {
    Path labels = Files.writeString(folder.resolve("l.csv"), "row,label\n400,0\n");
    Path damaged = Files.writeString(folder.resolve("old.csv"), "a,b\n1,2\n");

    assertBadInput(
        CommandRun.of("monitor", quiet, quiet, "--at", "1"),
        quiet + ": is not a reference; transcal reference TASK --out REF.npz makes one");
    assertBadInput(
        monitor(shared.resolve("none.npz"), "--at", "1"),
        shared.resolve("none.npz") + ": is not a batch");
    assertBadInput(
        monitor(quiet, "--at", "1", "--labels", labels),
        labels + ": line 2, column row is \"400\"; the task has target rows 0 … 399");
    assertBadInput(
        monitor(quiet, "--at", "1", "--history", damaged),
        damaged + ": is not a history of transcal");
    CommandRun addOn = monitor(quiet, "--at", "1", "--history", folder.resolve("h.duckdb"));
    assertThat(addOn.err()).contains("h.duckdb: a history in .duckdb needs an add-on");
    assertThat(addOn.status()).isEqualTo(2);
    assertBadInput(
        monitor(quiet, "--at", "1", "--history", folder.resolve("h.xls")),
        "the extension of a history must be .jsonl or .duckdb");
    assertThat(damaged).hasContent("a,b\n1,2\n");
  }

  @Test
  void givenAnAlertCommandThatHangs_thenItIsEndedAfterTheLimit() {
    assertThat(new AlertCommand("sleep 60", Duration.ofMillis(200)).run("{}").orElseThrow())
        .isEqualTo("--on-alert sleep 60 was stopped after 0 s");
    String moreThanAPipeHolds = "{}".repeat(100_000);
    assertThat(new AlertCommand("sleep 5", Duration.ofMillis(200)).run(moreThanAPipeHolds))
        .contains("--on-alert sleep 5 was stopped after 0 s");
  }
}
