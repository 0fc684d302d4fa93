package org.transcal.spark.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LocalOptionsTest {
  @Test
  void givenFitWithOptions_thenTheyAreParsed() {
    LocalOptions options =
        LocalOptions.parse(
            List.of(
                "fit",
                "a.npz",
                "--method",
                "cpcs",
                "b.npz",
                "--partitions",
                "7",
                "--master",
                "local[1]"));

    assertThat(options)
        .isEqualTo(
            new LocalOptions(
                LocalOptions.Command.FIT, List.of("a.npz", "b.npz"), "cpcs", "local[1]", 7, ""));
  }

  @Test
  void givenHelp_thenItIsPrintedWithStatusZero() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();

    int status = LocalRun.run(new String[] {"--help"}, print(out), print(out));

    assertThat(status).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("Usage: spark/run-local fit TASK");
  }

  @ParameterizedTest
  @CsvSource({
    "'', a command is missing: fit or convert",
    "fit, fit takes at least one task",
    "fly x, unknown command fly",
    "convert x, convert takes a task and the file to write",
    "fit x --partitions 0, --partitions is 0; it must be a whole number ≥ 1",
    "fit x --partitions many, --partitions is many; it must be a whole number ≥ 1",
    "fit x --method, --method needs a value",
    "fit x --fast, unknown option --fast",
    "fit x y --save z, --save takes one task only"
  })
  void givenAWrongCommandLine_thenStatusTwoAndTheReason(String line, String message) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    String[] arguments = line.isEmpty() ? new String[0] : line.split(" ");

    int status = LocalRun.run(arguments, print(err), print(err));

    assertThat(status).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8).strip())
        .isEqualTo("run-local: " + message + "; see run-local --help");
  }

  private static PrintStream print(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }
}
