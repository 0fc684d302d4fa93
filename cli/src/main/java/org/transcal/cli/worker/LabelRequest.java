package org.transcal.cli.worker;

import java.util.List;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Terminal;
import org.transcal.io.csv.LabelsCsv;
import org.transcal.labelling.LabelledRows;
import org.transcal.workflow.Label;
import org.transcal.workflow.TaskInput;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code label} on arrays in memory. */
@Command(name = "label")
final class LabelRequest extends TaskRequest {
  @Option(names = "--budget", required = true)
  private int budget;

  @Option(names = "--seed")
  private long seed;

  LabelRequest(Terminal terminal, Request request, Answer answer) {
    super(terminal, request, answer);
  }

  @Override
  public Integer call() {
    TaskInput input = unlabelled();
    LabelsCsv files = input.labelFile();
    LabelledRows earlier =
        request.source(LABELS).map(files::read).orElse(new LabelledRows(List.of()));
    LabelledRows rows =
        Label.run(input, new Label.Options(budget, seed, earlier, where()), terminal::progress);
    answer.add("rows.csv", files.text(rows));
    return ExitStatus.DONE.code();
  }
}
