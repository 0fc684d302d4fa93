package org.transcal.cli.worker;

import java.util.List;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Terminal;
import org.transcal.io.LoadedTask;
import org.transcal.io.csv.LabelsCsv;
import org.transcal.io.file.InputException;
import org.transcal.labelling.LabelSampler;
import org.transcal.labelling.LabelledRows;
import org.transcal.shift.PreparedTask;
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
    requireRange(spec, "--budget", budget, Integer.MAX_VALUE);
    LoadedTask loaded = load();
    LabelsCsv files = new LabelsCsv(loaded.task(), loaded.classNames());
    LabelledRows earlier =
        request.source(LABELS).map(files::read).orElse(new LabelledRows(List.of()));
    LabelledRows rows =
        InputException.naming(
            where(),
            () ->
                new LabelSampler(seed).chooseMore(PreparedTask.of(loaded.task()), earlier, budget));
    answer.add("rows.csv", files.text(rows));
    return ExitStatus.DONE.code();
  }
}
