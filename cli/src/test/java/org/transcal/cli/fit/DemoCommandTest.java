package org.transcal.cli.fit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.cli.testing.CommandRun;
import org.transcal.cli.testing.OutputFiles;
import org.transcal.example.KnownShift;
import org.transcal.io.dataset.DataSet;
import org.transcal.io.dataset.DataSetFiles;

class DemoCommandTest {
  private static final long MEBIBYTE = 1 << 20;

  @TempDir private Path folder;

  @Test
  void givenDemo_thenFilesTrueAccuracyAndNextCommands() throws Exception {
    CommandRun run = CommandRun.done("demo", "--out", folder);

    assertThat(OutputFiles.in(folder))
        .containsExactly(
            "data.npz",
            "labels.npy",
            "logits.npy",
            "model.json",
            "new_logits.npy",
            "reliability.svg",
            "report.html",
            "result.json",
            "target_probabilities.npy",
            "task.npz",
            "tasks");
    assertThat(OutputFiles.in(folder.resolve("tasks")))
        .containsExactly("demo__A2B__net.npz", "demo__A2C__net.npz");
    for (String name : List.of("task.npz", "data.npz", "logits.npy", "new_logits.npy")) {
      assertThat(Files.size(folder.resolve(name))).isLessThan(MEBIBYTE / 2);
      assertThat(run.out()).contains(folder.resolve(name).toString());
    }
    String truth = String.format(Locale.ROOT, "%.1f %%", 100 * KnownShift.trueTargetAccuracy());
    assertThat(run.out())
        .contains(truth, folder.resolve("report.html").toString())
        .contains("transcal fit " + folder.resolve("task.npz"));
    assertThat(run.err()).isEmpty();
  }

  @Test
  void givenDemo_thenEverySuggestedCommandRuns() {
    CommandRun demo = CommandRun.done("demo", "--out", folder);
    List<String> hints =
        demo.outLines().stream()
            .filter(line -> line.startsWith("  transcal "))
            .map(line -> line.substring("  transcal ".length()))
            .toList();

    assertThat(hints)
        .extracting(line -> line.split(" ")[0])
        .containsExactly("fit", "estimate", "apply", "evaluate", "experiment");
    for (String line : hints) {
      List<Object> words = new ArrayList<>(List.of((Object[]) line.split(" ")));
      words.replaceAll(word -> word.equals("probabilities.npy") ? folder.resolve("p.npy") : word);
      if (line.startsWith("fit") || line.startsWith("experiment")) {
        words.addAll(List.of("--out", folder.resolve("out")));
      }
      CommandRun.done(words.toArray());
    }
  }

  @Test
  void givenUserFilesOfTheSameNames_thenUsageErrorAndTheyStay() throws Exception {
    Path mine = Files.writeString(folder.resolve("logits.npy"), "mine");

    CommandRun run = CommandRun.of("demo", "--out", folder);

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("would overwrite " + mine);
    assertThat(OutputFiles.in(folder)).containsExactly("logits.npy");
    assertThat(mine).hasContent("mine");
  }

  @Test
  void givenDemoData_thenDataSetOfTwoNamedDomains() {
    CommandRun.done("demo", "--out", folder);

    DataSet data = DataSetFiles.read(List.of(folder.resolve("data.npz")));

    assertThat(data.domainNames()).containsExactly("source", "target");
    assertThat(data.classNames()).containsExactly("A", "B", "C", "D", "E");
  }

  @Test
  void givenDemoTask_thenFitGivesTheSameModel() {
    CommandRun.done("demo", "--seed", 3, "--out", folder);
    Path again = folder.resolve("again");

    CommandRun.done("fit", folder.resolve("task.npz"), "--seed", 3, "--out", again);

    assertThat(again.resolve("model.json")).hasSameBinaryContentAs(folder.resolve("model.json"));
    assertThat(again.resolve("target_probabilities.npy"))
        .hasSameBinaryContentAs(folder.resolve("target_probabilities.npy"));
  }

  @Test
  void givenSameSeed_thenSameBytes() {
    CommandRun.done("demo", "--out", folder.resolve("a"));
    CommandRun.done("demo", "--out", folder.resolve("b"), "--seed", 7);
    CommandRun.done("demo", "--out", folder.resolve("b"));

    for (String name : OutputFiles.in(folder.resolve("a"))) {
      if (!List.of("result.json", "report.html", "tasks").contains(name)) {
        assertThat(folder.resolve("b").resolve(name))
            .hasSameBinaryContentAs(folder.resolve("a").resolve(name));
      }
    }
  }

  @Test
  void givenOtherSeed_thenOtherExample() {
    CommandRun.done("demo", "--out", folder.resolve("a"));
    CommandRun.done("demo", "--out", folder.resolve("b"), "--seed", 1);
    CommandRun.done("demo", "--out", folder.resolve("c"), "--seed", 0);

    assertThat(OutputFiles.text(folder.resolve("b/model.json")))
        .isNotEqualTo(OutputFiles.text(folder.resolve("a/model.json")));
    assertThat(folder.resolve("c/task.npz")).hasSameBinaryContentAs(folder.resolve("a/task.npz"));
    assertThat(folder.resolve("c/model.json"))
        .hasSameBinaryContentAs(folder.resolve("a/model.json"));
  }
}
