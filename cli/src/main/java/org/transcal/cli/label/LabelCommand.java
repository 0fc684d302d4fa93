package org.transcal.cli.label;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.transcal.cli.file.InputFiles;
import org.transcal.cli.option.TaskOptions;
import org.transcal.cli.option.TerminalCommand;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Figures;
import org.transcal.cli.terminal.Message;
import org.transcal.cli.terminal.Terminal;
import org.transcal.io.csv.LabelsCsv;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;
import org.transcal.labelling.LabelledRows;
import org.transcal.workflow.Label;
import org.transcal.workflow.TaskInput;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code transcal label}: chooses target rows to label. */
@Command(
    name = "label",
    header = "Chooses the target rows that are most worth labelling.",
    description = {
      "%nWrites a table with one line per chosen row and an empty column label. Fill in a class"
          + " number, from 0, or a class name if the task has class_names. Start at the top and"
          + " stop at any line: the first n lines are a balanced sample. Then give the file to"
          + " --labels of estimate, fit or experiment. Rows the model may get wrong are chosen more"
          + " often, with known probability. Target labels in the task are ignored.%n"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  transcal demo                  creates the files of these examples",
      "  transcal label transcal-out/demo/task.npz --budget 100 --out rows.csv",
      "  transcal estimate transcal-out/demo/task.npz --labels rows.csv",
      "  transcal label transcal-out/demo/task.npz --budget 50 \\",
      "      --labels rows.csv --out rows.csv        a further round",
    })
public final class LabelCommand extends TerminalCommand {
  @Mixin private TaskOptions task;

  @Option(
      names = "--budget",
      paramLabel = "N",
      required = true,
      description = "Number of rows to choose, besides those of --labels.")
  private int budget;

  @Option(names = "--seed", paramLabel = "N", description = "Random seed. Default: 0")
  private long seed;

  @Option(
      names = "--labels",
      paramLabel = "EARLIER.csv",
      description = "An earlier table, labelled or not: its rows are kept, new ones are added.")
  private Optional<Path> labels = Optional.empty();

  @Option(
      names = "--out",
      paramLabel = "ROWS.csv",
      required = true,
      description = "The table to write. One with labels is replaced only if it is --labels.")
  private Path out;

  /** Prints to a terminal. */
  public LabelCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    requireRange(spec, "--budget", budget, Integer.MAX_VALUE);
    terminal.startAgainForLongWork(new InputFiles().add(task.path().toString()).isLarge());
    TaskInput input = task.read(terminal);
    LabelsCsv files = input.labelFile();
    LabelledRows earlier = labels.map(files::read).orElse(new LabelledRows(List.of()));
    requireNoLabelsLost(files);
    LabelledRows rows =
        Label.run(
            input,
            new Label.Options(budget, seed, earlier, labels.orElse(task.path()).toString()),
            terminal::progress);
    int added = rows.rows().size() - earlier.rows().size();
    if (added < budget) {
      terminal.warn(
          List.of(
              Message.of(
                  "the task has %s target rows, so only %s of %s were left to choose",
                  Figures.count(input.task().target().logits().rows()),
                  Figures.count(added),
                  Figures.count(budget))));
    }
    files.write(out, rows);
    terminal.print(
        "rows  %s (%s to label, %s labelled)",
        out, Figures.count(rows.rows().size() - rows.labelled()), Figures.count(rows.labelled()));
    return ExitStatus.DONE.code();
  }

  /** Labels are a person's work: a table that has some is never overwritten without them. */
  private void requireNoLabelsLost(LabelsCsv files) {
    try {
      if (!Files.isRegularFile(out)
          || labels.isPresent() && Files.isSameFile(out, labels.get())
          || isUnlabelled(files)) {
        return;
      }
    } catch (IOException e) {
      throw ByteSource.unreadable(out, e);
    }
    throw misuse(
        "--out is %s, which exists and may hold labels; add --labels %s to keep them, or use"
            + " another --out",
        out, out);
  }

  private boolean isUnlabelled(LabelsCsv files) {
    try {
      return files.read(out).labelled() == 0;
    } catch (InputException notOfThisTask) {
      return false;
    }
  }
}
