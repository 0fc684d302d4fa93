package org.transcal.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.transcal.cli.testing.FreshFolder;
import org.transcal.io.file.InputException;

/** Hostile plans: read, or refused in one line that names the file. */
class PlanFuzzTest {
  private static final int COUNT = 2_000;

  private static final List<String> WORDS =
      List.of(
          "tasks:",
          "train:",
          "methods: ",
          "[",
          "]",
          "{",
          "}",
          ",",
          "- ",
          "\n",
          "\n  ",
          "$(data)",
          "$(",
          "&a ",
          "*a",
          "!!int ",
          "|",
          ">",
          "->",
          "all",
          "1e99",
          "-1",
          "~",
          "\"",
          "'",
          "#",
          "99999999999999999999",
          "? ",
          ": ",
          "\t",
          "\0",
          "...",
          "---\n",
          "<<: ");

  @FuzzTest(maxDuration = "20m")
  void fuzz(byte[] input) throws IOException {
    FreshFolder.with(folder -> accepts(folder, input));
  }

  @Test
  void givenMutatedPlans_thenTheyAreReadOrRefused() throws Exception {
    String good;
    try (var seed = PlanFuzzTest.class.getResourceAsStream("PlanFuzzTestInputs/fuzz/full.yaml")) {
      good = new String(seed.readAllBytes(), StandardCharsets.UTF_8);
    }
    SplittableRandom random = new SplittableRandom(7);
    int accepted = 0;
    for (int i = 0; i < COUNT; i++) {
      StringBuilder plan = new StringBuilder(good);
      for (int step = random.nextInt(4); step >= 0; step--) {
        int from = random.nextInt(plan.length() + 1);
        int to = Math.min(plan.length(), from + random.nextInt(12));
        plan.replace(from, to, WORDS.get(random.nextInt(WORDS.size())));
      }
      byte[] input = plan.toString().getBytes(StandardCharsets.UTF_8);
      accepted += FreshFolder.with(folder -> accepts(folder, input)) ? 1 : 0;
    }
    assertThat(accepted).isBetween(COUNT / 100, COUNT * 9 / 10);
  }

  private static boolean accepts(Path folder, byte[] input) throws IOException {
    Path file = Files.write(folder.resolve("plan.yaml"), input);
    try {
      PlanFile.read(file, Map.of());
      return true;
    } catch (InputException refused) {
      assertThat(refused.getMessage()).contains(file.toString()).doesNotContain("\n", "\r");
      return false;
    }
  }
}
