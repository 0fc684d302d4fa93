package org.transcal.workflow;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.io.file.InputException;
import org.transcal.workflow.Plan.Training;

class TrainingPlanTest {
  @TempDir private Path folder;

  @Test
  void givenNoTrainer_thenMessageSaysHowToInstallIt() throws IOException {
    Training training =
        new Training(
            List.of(Files.createFile(folder.resolve("data.npz"))),
            Optional.empty(),
            List.of(),
            List.of("made-up"),
            List.of(0L),
            OptionalInt.empty(),
            OptionalInt.empty());
    ExperimentFolder results = new ExperimentFolder(folder.resolve("out"));
    Path plan = folder.resolve("plan.yaml");

    assertThatThrownBy(
            () -> new TrainingPlan(plan, Optional.empty(), results, 1).tasks(List.of(training)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("plan.yaml")
        .hasMessageContaining("the add-on adapt is not installed")
        .hasMessageContaining("./transcal");
  }
}
