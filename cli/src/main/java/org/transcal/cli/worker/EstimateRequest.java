package org.transcal.cli.worker;

import java.util.Optional;
import java.util.TreeMap;
import org.transcal.accuracy.TargetEstimate;
import org.transcal.cli.estimate.EstimateCommand;
import org.transcal.cli.option.SeedAndBins;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Terminal;
import org.transcal.io.LoadedTask;
import org.transcal.io.json.EstimateJson;
import org.transcal.labelling.LabelledEstimate;
import org.transcal.labelling.LabelledRows;
import org.transcal.report.EstimateReport;
import org.transcal.shift.PreparedTask;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code estimate} on arrays in memory. */
@Command(name = "estimate")
final class EstimateRequest extends TaskRequest {
  @Mixin private SeedAndBins numbers;

  EstimateRequest(Terminal terminal, Request request, Answer answer) {
    super(terminal, request, answer);
  }

  @Override
  public Integer call() {
    LoadedTask loaded = load();
    Optional<LabelledRows> rows = labels(loaded, new TreeMap<>());
    TargetEstimate estimate = EstimateCommand.estimate(PreparedTask.of(loaded.task()), numbers);
    Optional<LabelledEstimate> labelled =
        rows.map(some -> LabelledEstimate.of(estimate, some, numbers.bins()));
    answer.add("estimate.json", EstimateJson.encode(estimate, labelled, Optional.empty()));
    addReport(
        labelled.map(EstimateReport::of).orElseGet(() -> EstimateReport.of(estimate)),
        loaded.warnings());
    return ExitStatus.DONE.code();
  }
}
