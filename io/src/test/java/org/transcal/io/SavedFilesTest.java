package org.transcal.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
  void givenAJournalOfVersion01_thenItIsKeptUnderAnotherNameWithAWarning() throws IOException {
    Path file = saved("journal.tsv");
    String content = Files.readString(file);

    try (TrialJournal journal = TrialJournal.open(file)) {
      assertThat(journal.trial("key of a fit")).isEmpty();
      assertThat(journal.warnings())
          .containsExactly(
              file
                  + ": was written by another version of transcal; it is kept as"
                  + " journal.tsv.old-1, and its work is done again");
    }
    assertThat(file.resolveSibling("journal.tsv.old-1")).hasContent(content.stripTrailing() + "\n");
  }
}
