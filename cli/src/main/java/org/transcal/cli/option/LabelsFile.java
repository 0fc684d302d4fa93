package org.transcal.cli.option;

import java.nio.file.Path;
import java.util.Optional;
import org.transcal.cli.file.InputFiles;
import org.transcal.workflow.TaskInput;
import picocli.CommandLine.Option;

/** {@code --labels}: target rows that someone labelled. */
public final class LabelsFile {
  @Option(
      names = "--labels",
      paramLabel = "ROWS.csv",
      description =
          "Target rows labelled for the methods to use: a table of transcal label, or any with"
              + " columns row and label.")
  private Optional<Path> file = Optional.empty();

  /** The task with the labelled rows, if a file is given. */
  public TaskInput addTo(TaskInput input) {
    return file.map(input::withLabels).orElse(input);
  }

  /** Adds the file to those that must not be overwritten. */
  public void addTo(InputFiles inputs) {
    inputs.add(file);
  }
}
