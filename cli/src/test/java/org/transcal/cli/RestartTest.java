package org.transcal.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.cli.terminal.Terminal;
import org.transcal.cli.testing.CommandRun;
import org.transcal.cli.testing.OutputFiles;

/** What a command asks its launcher for, with a launcher that records it. */
class RestartTest {
  private static final String LAUNCHER = "transcal.launcher";

  @TempDir private Path folder;
  private Path log;

  @BeforeEach
  void makeLauncher() throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "there is no shell here");
    log = folder.resolve("log");
    Path script =
        Files.writeString(
            folder.resolve("launcher"),
            "#!/bin/sh\nprintf '%s\\n' \"$TRANSCAL_RESTART\" \"$@\" >'" + log + "'\nexit 42\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    System.setProperty(LAUNCHER, script.toString());
    for (String name : List.of("scores.csv", "scores.parquet", "ref.npz", "data.npz")) {
      Files.createFile(folder.resolve(name));
    }
    Files.writeString(folder.resolve("config.yaml"), "logits: l\n");
    try (RandomAccessFile large =
        new RandomAccessFile(folder.resolve("large.npz").toFile(), "rw")) {
      large.setLength((32 << 20) + 1);
    }
    Files.writeString(folder.resolve("train.yaml"), "train:\n- data: data.npz\n  methods: [mdd]\n");
    Files.writeString(folder.resolve("none.yaml"), "train:\n- data: none.npz\n  methods: [mdd]\n");
  }

  @AfterEach
  void removeLauncher() {
    System.clearProperty(LAUNCHER);
  }

  private CommandRun run(String... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Terminal terminal =
        Terminal.ofProcess(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));
    int status = new CommandTree(terminal, words).run();
    return new CommandRun(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private String[] words(String line) {
    return line.replace("@", folder + "/").split(" ");
  }

  @ParameterizedTest
  @CsvSource({
    "fit --json @scores.csv --logits l, tables",
    "fit @part-*.parquet --logits=l, tables",
    "fit @scores.csv --config @config.yaml, tables",
    "--threads 2 evaluate @scores.csv --scores=l --label y, tables",
    "monitor @ref.npz @scores.parquet --at 1 --history @h.duckdb, tables",
    "serve --history=@h.duckdb, tables",
    "adapt @data.npz --source a, adapt",
    "--threads 2 extract @data.npz, extract",
    "experiment --plan @train.yaml --out @out, adapt",
    "fit @, long-work",
    "label @large.npz --budget 9 --out @rows.csv, long-work",
    "apply @m.json @large.npz:logits --out @p.npy, long-work",
    "evaluate @large.npz, long-work",
    "demo --monitor --out @out, long-work",
  })
  void givenNeed_thenStartedAgainForItWithTheSameArguments(String line, String wanted) {
    CommandRun run = run(words(line));

    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isEqualTo(42);
    assertThat(OutputFiles.text(log).lines())
        .containsExactlyElementsOf(
            Stream.concat(Stream.of(wanted), Stream.of(words(line))).toList());
  }

  /** Nothing is downloaded or built for a command that cannot succeed. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "fit --json @none.csv --logits l",
        "fit @scores.csv --logits l --labels @none.csv",
        "evaluate @scores.csv @none.csv --logits l --label y",
        "evaluate @scores.csv --logits l --label y --model @none.json",
        "monitor @none.npz @scores.csv --at 1 --history @h.duckdb",
        "adapt @none.npz --source a",
        "adapt @data.npz @none.svm --source a",
        "experiment --plan @none.yaml --out @out",
      })
  void givenMissingInput_thenItIsNamedAndNothingIsStarted(String line) {
    CommandRun run = run(words(line));

    assertThat(run.status()).as(run.err()).isEqualTo(3);
    assertThat(run.onlyErrLine()).contains(folder + "/none.", "there is no such file");
    assertThat(log).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"adapt --help", "extract -h", "--help", "methods"})
  void givenHelp_thenNothingIsStarted(String line) {
    assertThat(run(words(line)).status()).isZero();
    assertThat(log).doesNotExist();
  }
}
