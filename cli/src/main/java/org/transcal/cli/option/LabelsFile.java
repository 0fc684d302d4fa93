package org.transcal.cli.option;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.transcal.cli.file.InputFiles;
import org.transcal.cli.terminal.ShellCommand;
import org.transcal.io.LoadedTask;
import org.transcal.io.csv.LabelsCsv;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.Digest;
import org.transcal.io.file.InputException;
import org.transcal.labelling.LabelledRows;
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

  /** Whether there is a file. */
  public boolean isGiven() {
    return file.isPresent();
  }

  /** The rows, of which at least one has a label, if a file is given. */
  public Optional<LabelledRows> read(LoadedTask loaded) {
    return file.map(path -> ByteSource.read(path, source -> read(loaded, source)));
  }

  /** The rows of a table, of which at least one has a label. */
  public static LabelledRows read(LoadedTask loaded, ByteSource table) {
    LabelledRows rows = new LabelsCsv(loaded.task(), loaded.classNames()).read(table);
    if (rows.labelled() == 0) {
      throw InputException.in(
          table.name(),
          "none of its %d rows has a label; fill in the column label",
          rows.rows().size());
    }
    return rows;
  }

  /** Adds the file to those that must not be overwritten. */
  public void addTo(InputFiles inputs) {
    inputs.add(file);
  }

  /** Adds the file's digest to those of the input arrays. */
  public void addTo(Map<String, String> digests) {
    file.ifPresent(path -> digests.put("labels", Digest.of(path)));
  }

  /** Adds the option to a command if it was given. */
  public ShellCommand addTo(ShellCommand command) {
    return command.option("--labels", file);
  }
}
