package org.transcal.io.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.calibration.MethodSettings;
import org.transcal.calibration.Methods;
import org.transcal.comparison.MethodComparison;
import org.transcal.comparison.MethodResult;
import org.transcal.comparison.TargetScores;
import org.transcal.example.KnownShift;
import org.transcal.experiment.TaskName;
import org.transcal.experiment.TaskPortrait;
import org.transcal.experiment.Trial;
import org.transcal.io.file.InputException;
import org.transcal.io.json.JsonCodec;

class TrialJournalTest {
  @TempDir private Path folder;

  private Path file() {
    return folder.resolve("deep/journal.tsv");
  }

  private static Trial trial(double ece, String message) {
    Trial.Outcome outcome =
        message.isEmpty()
            ? new Trial.Fitted(
                OptionalDouble.of(1 / 3.0),
                OptionalDouble.empty(),
                Double.NaN,
                Optional.of(new TargetScores(0.1, ece, Double.POSITIVE_INFINITY, 2)),
                Optional.empty())
            : new Trial.Failed(MethodResult.Cause.NOT_CALIBRATABLE, message);
    return new Trial(TaskName.of("a__b__c"), "transcal", 3, -7, 0.25, outcome);
  }

  @Test
  void givenTrials_whenOpenedAgain_thenEveryBitIsThere() {
    Trial fitted = trial(0.1 + 0.2, "");
    Trial failed = trial(0, "tab\t, line\n, return\r, back\\slash and \\n as it is");
    try (TrialJournal journal = TrialJournal.open(file())) {
      journal.add("k1", fitted);
      journal.add("k2", failed);
    }

    try (TrialJournal journal = TrialJournal.open(file())) {
      assertThat(journal.trial("k1")).contains(fitted);
      assertThat(journal.trial("k2")).contains(failed);
      assertThat(journal.trial("k3")).isEmpty();
      assertThat(journal.damaged()).isZero();
    }
  }

  @Test
  void givenARealFit_whenOpenedAgain_thenDiagramAndPortraitAreTheSame() {
    KnownShift example = KnownShift.sample(120, 100, 110, 3);
    MethodSettings settings = MethodSettings.defaults().withTargetLabels(example.targetLabels());
    MethodComparison comparison =
        MethodComparison.run(
            example.task(), List.of(Methods.named("transcal", settings)), settings, r -> {});
    Trial trial =
        Trial.of(comparison.task(), comparison.settings(), comparison.results().get(0), 0);
    TaskPortrait portrait = TaskPortrait.of(comparison);
    try (TrialJournal journal = TrialJournal.open(file())) {
      journal.add("k", trial);
      journal.add("k", portrait);
    }

    try (TrialJournal journal = TrialJournal.open(file())) {
      Trial read = journal.trial("k").orElseThrow();
      assertThat(read.fitted().orElseThrow().diagram().orElseThrow().confidenceSums())
          .isEqualTo(trial.fitted().orElseThrow().diagram().orElseThrow().confidenceSums());
      TaskPortrait same = journal.portrait("k").orElseThrow();
      assertThat(JsonCodec.line(same)).isEqualTo(JsonCodec.line(portrait));
      assertThat(same.shift().orElseThrow().search().orElseThrow().landscape().objective())
          .isDeepEqualTo(
              portrait.shift().orElseThrow().search().orElseThrow().landscape().objective());
    }
  }

  @Test
  void givenTheFileIsCutAnywhere_thenWholeLinesAreKeptAndMoreCanBeAdded() throws Exception {
    try (TrialJournal journal = TrialJournal.open(file())) {
      journal.add("k1", trial(0.5, ""));
      journal.add("k2", trial(0.25, ""));
    }
    byte[] whole = Files.readAllBytes(file());
    String text = new String(whole, StandardCharsets.UTF_8);
    int firstLine = text.indexOf('\n', text.indexOf('\n') + 1) + 1;
    for (int length = 0; length < whole.length; length++) {
      Files.write(file(), java.util.Arrays.copyOf(whole, length));

      try (TrialJournal journal = TrialJournal.open(file())) {
        assertThat(journal.trial("k1").isPresent()).isEqualTo(length >= firstLine);
        assertThat(journal.trial("k2")).isEmpty();
        journal.add("k2", trial(0.125, ""));
      }
      try (TrialJournal journal = TrialJournal.open(file())) {
        assertThat(journal.trial("k2")).contains(trial(0.125, ""));
      }
    }
  }

  @Test
  void givenAChangedLine_thenItIsNotUsed() throws Exception {
    try (TrialJournal journal = TrialJournal.open(file())) {
      journal.add("k1", trial(0.5, ""));
    }
    Files.writeString(file(), Files.readString(file()).replace("0.5", "0.6"));
    Files.writeString(file(), "nonsense\n\t\t\n", StandardOpenOption.APPEND);

    try (TrialJournal journal = TrialJournal.open(file())) {
      assertThat(journal.trial("k1")).isEmpty();
      assertThat(journal.damaged()).isEqualTo(3);
      assertThat(journal.warnings())
          .containsExactly(file() + ": 3 lines are damaged or cut off; that work is done again");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "transcal.journal/1\nsomething old\n",
        "trial\tk1\tfields of before\tabc\n",
        "trans",
        "notes of mine"
      })
  void givenAnotherLayout_thenItIsKeptUnderAnotherNameWithAMessage(String text) throws Exception {
    Files.createDirectories(file().getParent());
    Files.writeString(file(), text);
    Files.writeString(file().resolveSibling("journal.tsv.old-1"), "older");
    boolean cutOff = "transcal.journal/2\n".startsWith(text);

    try (TrialJournal journal = TrialJournal.open(file())) {
      assertThat(journal.trial("k1")).isEmpty();
      assertThat(journal.warnings())
          .isEqualTo(
              cutOff
                  ? List.of()
                  : List.of(
                      file()
                          + ": was written by another version of transcal; it is kept as"
                          + " journal.tsv.old-2, and its work is done again"));
      journal.add("k1", trial(0.5, ""));
    }

    try (TrialJournal journal = TrialJournal.open(file())) {
      assertThat(journal.trial("k1")).contains(trial(0.5, ""));
      assertThat(journal.warnings()).isEmpty();
    }
    assertThat(file().resolveSibling("journal.tsv.old-1")).hasContent("older");
    Path kept = file().resolveSibling("journal.tsv.old-2");
    assertThat(Files.exists(kept) ? Files.readString(kept) : "").isEqualTo(cutOff ? "" : text);
  }

  @Test
  void givenAClearedJournal_thenItCanStillBeUsed() {
    try (TrialJournal journal = TrialJournal.open(file())) {
      journal.add("k1", trial(0.5, ""));
      journal.clear();
      journal.add("k2", trial(0.5, ""));
    }

    try (TrialJournal journal = TrialJournal.open(file())) {
      assertThat(journal.trial("k1")).isEmpty();
      assertThat(journal.trial("k2")).isPresent();
      assertThat(journal.warnings()).isEmpty();
    }
  }

  @Test
  void givenAnOpenJournal_whenOpenedAgain_thenItIsRefused() {
    try (TrialJournal journal = TrialJournal.open(file())) {
      assertThat(journal.damaged()).isZero();
      assertThatThrownBy(() -> TrialJournal.open(file()))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("another experiment is writing to this folder");
    }
  }
}
