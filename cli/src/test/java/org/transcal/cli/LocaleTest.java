package org.transcal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.cli.testing.CommandRun;
import org.transcal.cli.testing.OutputFiles;
import org.transcal.cli.testing.TaskFile;

/** Output does not depend on the locale. */
class LocaleTest {
  private final Locale usual = Locale.getDefault();

  @TempDir private Path folder;

  @AfterEach
  void restore() {
    Locale.setDefault(usual);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ar-EG", "de-DE", "hi-IN-u-nu-deva", "tr-TR"})
  void givenLocale_thenSameOutput(String tag) {
    Path task = TaskFile.small(1).write(folder.resolve("task.npz"));
    String[] expected = outputs(task, Locale.ROOT);

    String[] actual = outputs(task, Locale.forLanguageTag(tag));

    assertThat(actual).isEqualTo(expected);
  }

  private String[] outputs(Path task, Locale locale) {
    Locale.setDefault(locale);
    Path out = folder.resolve("out");
    String logits = task + ":target_logits";
    return new String[] {
      CommandRun.done("fit", task, "--method", "transcal,temperature", "--out", out).out(),
      CommandRun.withoutSeconds(OutputFiles.text(out.resolve("result.json"))),
      OutputFiles.text(out.resolve("model.json")),
      CommandRun.done("evaluate", logits, task + ":target_labels").out(),
      CommandRun.done("apply", out.resolve("model.json"), logits, "--out", out.resolve("p.csv"))
          .out(),
      OutputFiles.text(out.resolve("p.csv")),
    };
  }

  @Test
  void givenTurkishLocale_thenUsageErrorsStillSuggestNames() {
    Locale.setDefault(Locale.forLanguageTag("tr-TR"));

    assertThat(CommandRun.of("fit", "x", "--method", "VANILLA").err()).contains("mean vanilla");
  }
}
