package org.transcal.cli.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.cli.testing.CommandRun;

class CompletionCommandTest {
  @TempDir Path folder;

  @Test
  void givenBash_thenTheScriptCompletesCommandsAndOptions() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "bash is not installed");
    Path script = script("bash");

    assertThat(completions(script, "transcal", "eval")).contains("evaluate");
    assertThat(completions(script, "transcal", "fit", "--meth")).contains("--method");
  }

  @Test
  void givenFish_thenTheScriptNamesCommandsAndOptionsWithTheirMeaning() throws IOException {
    assertThat(Files.readString(script("fish")))
        .contains("-a evaluate -d ")
        .contains("__fish_seen_subcommand_from fit' -l method -r -d '")
        .contains("-a adapt -d ")
        .doesNotContain("%%");
  }

  @Test
  void givenAnotherShell_thenTheKnownOnesAreNamed() {
    CommandRun run = CommandRun.of("completion", "tcsh");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).containsIgnoringCase("bash, zsh, fish");
  }

  private Path script(String shell) throws IOException {
    CommandRun run = CommandRun.of("completion", shell);
    assertThat(run.status()).as(run.err()).isZero();
    return Files.writeString(folder.resolve("script"), run.out());
  }

  /** What the completion function registered for transcal answers. */
  private static String completions(Path script, String... words) throws Exception {
    String line =
        "source \"$0\"; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1));"
            + " f=$(complete -p transcal | sed 's/.*-F \\([^ ]*\\).*/\\1/'); $f; echo \"${COMPREPLY[@]}\"";
    ProcessBuilder bash = new ProcessBuilder("/bin/bash", "-c", line, script.toString());
    for (String word : words) {
      bash.command().add(word);
    }
    Process process = bash.redirectErrorStream(true).start();
    String output =
        new String(
            process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    process.waitFor();
    return output;
  }
}
