package org.transcal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.calibration.Methods;
import org.transcal.cli.terminal.Terminal;
import org.transcal.cli.testing.CommandRun;
import picocli.CommandLine;

class CommandTreeTest {
  @Test
  void givenNoArguments_thenShortListOfAllCommands() {
    CommandRun run = CommandRun.of();

    assertThat(run.status()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .contains("demo", "fit", "apply", "evaluate", "experiment", "methods")
        .doesNotContain("Exit status");
    assertThat(run.outLines()).hasSizeLessThan(26);
  }

  @Test
  void givenMissingAddOns_thenTheirCommandsAreMarked() {
    String overview = CommandRun.of("--help").out();

    assertThat(overview.lines().filter(line -> line.endsWith("(add-on)")))
        .extracting(line -> line.strip().split(" ")[0])
        .containsExactly("adapt", "extract", "export");
  }

  @Test
  void givenCommandOfAMissingAddOn_thenMessageNamesTheScript() {
    CommandRun run = CommandRun.of("adapt", "data.npz", "--source", "a");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("add-on adapt", "./transcal");
  }

  @Test
  void givenBuiltInCommands_thenKeysEqualTheirNames() {
    CommandTree.BUILT_IN.forEach(
        word -> {
          Object made = CommandTree.builtIn(word, Terminal.withoutProgress(System.out, System.err));
          assertThat(made.getClass().getAnnotation(CommandLine.Command.class).name())
              .isEqualTo(word);
        });
  }

  @Test
  void givenCommandSetUpAlone_thenSameHelpAsInTheWholeTree() {
    for (String word : CommandTree.BUILT_IN) {
      assertThat(CommandRun.of(word, "--help").out())
          .isEqualTo(CommandRun.of("--threads", "1", word, "--help").out());
    }
  }

  @Test
  void givenVersion_thenNameAndNumber() {
    CommandRun run = CommandRun.of("--version");

    assertThat(run.status()).isZero();
    assertThat(run.outLines().get(0)).matches("transcal \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ':',
      value = {
        "fit:--method --all --seed --bins --weights --balance --labels --out --json --no-report"
            + " --allow-poor-source",
        "apply:--out --probabilities MODEL.json LOGITS",
        "evaluate:--probabilities --model --bins --seed --json --report LOGITS LABELS",
        "estimate:--labels --seed --bins --json --report",
        "label:--budget --seed --labels --out --allow-poor-source TASK",
        "reference:--period --time-column --segment --model --method --seed --out TASK BATCH",
        "monitor:--at --chunk-rows --time-column --segment --class --labels --history --keep"
            + " --allow-drop --allow-future"
            + " --dashboard --no-dashboard --prometheus --json-lines --on-alert --alert-on"
            + " --false-alarms --threshold --hysteresis --json REF.npz BATCH",
        "experiment:--tasks --methods --repeats --seed --bins --labels --out",
        "serve:--history --model --address --token-file --max-request-mb",
        "demo:--seed --out",
        "methods:--help"
      })
  void givenHelp_thenOptionsExamplesAndExitStatuses(String command, String options) {
    CommandRun run = CommandRun.of(command, "--help");

    assertThat(run.status()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains(options.split(" "));
    assertThat(run.out())
        .contains("--debug", "--threads", "--quiet", "Examples:", "transcal " + command);
    for (int status = 0; status <= 5; status++) {
      assertThat(run.out()).contains("\n  " + status + "   ");
    }
    assertThat(run.outLines()).allMatch(line -> line.length() <= 80, "at most 80 columns");
  }

  @Test
  void givenArgumentThatStartsWithAt_thenReadAsAFileName(@TempDir Path folder) throws Exception {
    Path list = Files.writeString(folder.resolve("words"), "--help");

    CommandRun run = CommandRun.of("fit", "@" + list);

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.err()).contains("@" + list, "no such task");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fit a\0b.npz",
        "estimate a\0b.npz",
        "label a\0b.npz --budget 5 --out r.csv",
        "reference a\0b.npz --out r.npz",
        "monitor a\0b.npz b.npz --at 1",
        "fit x.npz --out a\0b",
        "apply m.json a\0b.npy --out p.npy",
        "evaluate a\0b.npy labels.npy",
        "experiment --tasks a\0b",
        "experiment --plan a\0b.yaml",
        "demo --out a\0b",
      })
  void givenNulInPath_thenNoInternalError(String line) {
    CommandRun run = CommandRun.of((Object[]) line.split(" "));

    assertThat(run.status()).isBetween(2, 3);
    assertThat(run.out()).isEmpty();
    assertThat(run.errLines().get(0)).startsWith("error: ").contains("\\x00");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fit",
        "apply",
        "evaluate",
        "estimate",
        "label",
        "reference",
        "monitor",
        "experiment"
      })
  void givenMissingArguments_thenUsageStatusAndHint(String command) {
    CommandRun run = CommandRun.of(command);

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.errLines().get(0)).startsWith("error: Missing required");
    assertThat(run.err()).contains("Try: transcal " + command + " --help");
  }

  @ParameterizedTest
  @CsvSource({
    "fit x.npz --metod vanilla, --method",
    "experiment --taks x, --tasks",
    "fti x.npz, fit",
    "fit x.npz --method transcall, did you mean transcal",
    "fit x.npz --method temprature, did you mean temperature",
    "fit x.npz --method vanilla --method mc_dropout, did you mean mc-dropout",
    "fit x.npz --method xyzzy, the methods are vanilla",
    "experiment --tasks x --methods vanilla;orcale, Unknown method",
    "fit -x.npz, give: ./-x.npz",
    "fit x.npz --method vanilla --all, error: --method=M",
    "fit x.npz --seed abc, abc' is not a whole number",
    "fit x.npz --seed 99999999999999999999, 99999999999999999999' is too large",
    "fit x.npz --bins 1e3, 1e3' is not a whole number",
    "monitor r.npz x.npz --false-alarms high, high' is not a number",
    "fit x.npz --bins 0, 1 … 10000",
    "fit x.npz --bins many, many",
    "fit x.npz --seed 1.5, 1.5",
    "fit x.npz --balance even, REWEIGHT",
    "fit x.npz y.npz, y.npz",
    "fit x.npz --threads 0, 1 … 1024",
    "fit x.npz --threads 100000, 1 … 1024",
    "--threads -3 methods, 1 … 1024",
    "experiment --tasks x --repeats 0, 1 … ",
    "apply m.json x.npy --out p.txt, .npy or .csv",
    "estimate x.npz --bins 10001, 1 … 10000",
    "evaluate x.npy y.npy --bins 10001, 1 … 10000",
    "experiment --tasks x --bins 10001, 1 … 10000",
    "demo x, Unexpected argument",
    "methods x, Unexpected argument",
    "demo --sed 1, --seed",
  })
  void givenWrongUsage_thenUsageStatusAndSuggestion(String line, String suggestion) {
    CommandRun run = CommandRun.of((Object[]) line.split(" "));

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains(suggestion, "Try: transcal").doesNotContain("\tat ");
  }

  @Test
  void givenMethodsCommand_thenOneLinePerMethodWithSummary() {
    CommandRun run = CommandRun.done("methods");

    List<String> names = new ArrayList<>();
    run.outLines().forEach(line -> names.add(line.split(" +", 2)[0]));
    assertThat(names).isEqualTo(Methods.names());
    assertThat(run.outLines()).allMatch(line -> line.split(" +", 2)[1].length() > 10);
    assertThat(run.outLines()).filteredOn(line -> line.contains("(default)")).hasSize(1);
  }

  @Test
  void givenMethodsCommand_thenSecondColumnIsWhatEachMethodNeeds() {
    Map<String, String> needs =
        CommandRun.done("methods").outLines().stream()
            .map(line -> line.split(" +", 3))
            .collect(Collectors.toMap(columns -> columns[0], columns -> columns[1]));

    assertThat(needs)
        .containsEntry("vanilla", "-")
        .containsEntry("transcal", "weights")
        .containsEntry("cpcs", "weights")
        .containsEntry("oracle", "target-labels")
        .containsEntry("mc-dropout", "mc-dropout")
        .containsEntry("ensemble", "ensemble")
        .containsEntry("svi", "svi")
        .containsEntry("pseudocal", "mixup");
  }

  @Test
  void givenInstalledAddOn_thenItsCommandWorksLikeAnyOther() {
    assertThat(CommandRun.of().out()).contains("try-add-on", "Fails on demand.");
    assertThat(CommandRun.done("try-add-on", "well", "--threads", "3").out())
        .isEqualTo("well on 3 threads\n");
    assertThat(CommandRun.of("try-add-on", "--help").out()).contains("Exit status:");
  }

  @Test
  void givenInternalError_thenStatus1AndOneLineThatAsksForAReport() {
    CommandRun run = CommandRun.of("try-add-on", "bug");

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.onlyErrLine())
        .startsWith("error: internal error: IllegalStateException")
        .contains("the moon is full", "--debug");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--debug try-add-on bug", "try-add-on bug --debug"})
  void givenDebug_thenStackTrace(String line) {
    CommandRun run = CommandRun.of((Object[]) line.split(" "));

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err()).contains("\tat org.transcal.cli.testing.FailingAddOn");
  }

  @Test
  void givenOutOfMemory_thenOneLineThatSaysHowToAllowMore() {
    CommandRun run = CommandRun.of("try-add-on", "memory");

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.onlyErrLine()).contains("not enough memory", "-Xmx");
  }

  @Test
  void givenStackOverflow_thenStatus1AndOneLine() {
    CommandRun run = CommandRun.of("try-add-on", "depth");

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.onlyErrLine()).startsWith("error: internal error: StackOverflowError");
  }
}
