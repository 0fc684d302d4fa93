package org.transcal.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.experiment.TaskPortrait;
import org.transcal.experiment.Trial;
import org.transcal.io.experiment.TrialJournal;
import org.transcal.io.json.ModelFile;
import org.transcal.io.json.ModelJson;
import org.transcal.io.json.Provenance;
import org.transcal.model.TemperatureModel;

/** Files that version 0.1 wrote; a later version must read them, or say what to do with them. */
class SavedFilesTest {
  @TempDir private Path folder;

  /** A copy of a saved file. */
  private Path saved(String name) throws IOException {
    Path copy = folder.resolve(name);
    try (InputStream in = SavedFilesTest.class.getResourceAsStream("saved-0.1/" + name)) {
      Files.copy(Objects.requireNonNull(in, name), copy);
    }
    return copy;
  }

  @Test
  void givenAModelOfVersion01_thenItIsRead() throws IOException {
    ModelFile file = ModelJson.read(saved("model.json"));

    assertThat(((TemperatureModel) file.model()).temperature()).isEqualTo(2.5834938374746677);
    assertThat(file.provenance())
        .isEqualTo(
            new Provenance(
                "transcal",
                0,
                "0.1.0",
                Map.of("source_val_labels", "00ff", "target_logits", "ff00")));
  }

  @Test
  void givenAJournalOfVersion01_thenItsTrialsAreRead() throws IOException {
    try (TrialJournal journal = TrialJournal.open(saved("journal.tsv"))) {
      Trial.Fitted fitted = journal.trial("key of a fit").orElseThrow().fitted().orElseThrow();
      Trial failed = journal.trial("key of a failure").orElseThrow();
      TaskPortrait portrait = journal.portrait("key of a portrait").orElseThrow();

      assertThat(journal.warnings()).isEmpty();
      assertThat(fitted.temperature()).hasValue(2.5834938374746677);
      assertThat(fitted.scores().orElseThrow().ece()).isEqualTo(0.08098698215991537);
      assertThat(fitted.diagram().orElseThrow().total()).isEqualTo(110);
      assertThat(failed.outcome()).isInstanceOf(Trial.Failed.class);
      assertThat(portrait.classes()).isEqualTo(5);
      assertThat(portrait.shift().orElseThrow().effectiveSampleSize())
          .isCloseTo(19.0793505603499, within(1e-12));
      assertThat(portrait.shift().orElseThrow().search()).isPresent();
    }
  }
}
