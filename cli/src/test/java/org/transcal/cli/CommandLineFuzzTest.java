package org.transcal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.transcal.cli.testing.CommandRun;
import org.transcal.cli.testing.FreshFolder;
import org.transcal.cli.testing.TaskFile;
import org.transcal.example.KnownShift;

/**
 * Command lines of words that commands know, in any order: the status is a documented one other
 * than that of internal errors, and a failure has a message without a stack trace.
 */
class CommandLineFuzzTest {
  private static final int COUNT = 150;
  private static final int LONGEST = 8;

  private static final List<String> WORDS =
      List.of(
          "fit",
          "apply",
          "evaluate",
          "estimate",
          "label",
          "reference",
          "monitor",
          "experiment",
          "methods",
          "--help",
          "--version",
          "--json",
          "--quiet",
          "--threads",
          "--seed",
          "--bins",
          "--method",
          "--methods",
          "--all",
          "--weights",
          "--balance",
          "--labels",
          "--no-report",
          "--model",
          "--probabilities",
          "--report",
          "--budget",
          "--period",
          "--at",
          "--chunk-rows",
          "--segment",
          "--history",
          "TASK",
          "MODEL",
          "LOGITS",
          "--out",
          "OUT/x",
          "OUT/x.npy",
          "OUT/x.csv",
          "OUT/x.npz",
          "OUT/x.html",
          "--tasks",
          "--repeats",
          "--fresh",
          "--plan",
          "MISSING",
          "FOLDER",
          "TASK:target_logits",
          "TASK:nothing",
          "0",
          "1",
          "-1",
          "2",
          "1e3",
          "99999999999",
          "NaN",
          "",
          " ",
          "vanilla",
          "temperature",
          "unknown",
          "upsample",
          "2026-01-02",
          "--",
          "--dashboard",
          "--debug=no",
          "@OUT/x",
          "--allow-poor-source");

  @FuzzTest(maxDuration = "20m")
  void fuzz(byte[] input) throws IOException {
    FreshFolder.with(folder -> run(folder, input));
  }

  @Test
  void givenWordsInAnyOrder_thenDocumentedStatusAndMessage() throws IOException {
    SplittableRandom random = new SplittableRandom(11);
    int succeeded = 0;
    for (int i = 0; i < COUNT; i++) {
      byte[] input = new byte[1 + random.nextInt(LONGEST)];
      random.nextBytes(input);
      // Commands come first, so that most lines get beyond that.
      input[0] = (byte) random.nextInt(11);
      succeeded += FreshFolder.with(folder -> run(folder, input)) == 0 ? 1 : 0;
    }
    assertThat(succeeded).isBetween(1, COUNT - 1);
  }

  private static int run(Path folder, byte[] input) throws IOException {
    Path task = folder.resolve("task.npz");
    TaskFile.of(KnownShift.sample(40, 40, 40, 1)).write(task);
    Path model =
        Files.writeString(
            folder.resolve("model.json"),
            "{\"schema\":\"transcal.model/1\",\"kind\":\"temperature\",\"classes\":5,"
                + "\"temperature\":2,\"provenance\":{}}");
    List<String> words = new ArrayList<>();
    for (int i = 0; i < Math.min(LONGEST, input.length); i++) {
      words.add(
          WORDS
              .get(Byte.toUnsignedInt(input[i]) % WORDS.size())
              .replace("OUT", folder.resolve("out").toString())
              .replace("TASK", task.toString())
              .replace("MODEL", model.toString())
              .replace("LOGITS", task + ":target_logits")
              .replace("FOLDER", folder.toString())
              .replace("MISSING", folder.resolve("missing.npz").toString()));
    }
    // Without them, outputs would go to the current folder.
    String command = words.isEmpty() ? "" : words.get(0);
    if (command.equals("fit") || command.equals("experiment")) {
      words.addAll(List.of("--out", folder.resolve("out").toString()));
    } else if (command.equals("monitor")) {
      words.addAll(List.of("--dashboard", folder.resolve("out/x.html").toString()));
    }
    CommandRun run = CommandRun.of(words.toArray());
    assertThat(run.status()).as("%s gave %s", words, run).isIn(0, 2, 3, 4, 5);
    assertThat(run.err()).as("%s", words).doesNotContain("\tat ");
    if (run.status() != 0) {
      assertThat(run.err() + run.out()).as("%s", words).isNotBlank();
    }
    return run.status();
  }
}
