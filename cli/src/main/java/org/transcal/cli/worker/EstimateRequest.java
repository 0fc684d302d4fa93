package org.transcal.cli.worker;

import org.transcal.cli.option.SeedAndBins;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Terminal;
import org.transcal.report.EstimateReport;
import org.transcal.workflow.Estimate;
import org.transcal.workflow.json.EstimateJson;
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
    Estimate.Result result =
        Estimate.run(
            input(),
            Estimate.Options.defaults().withSeed(numbers.seed()).withBins(numbers.bins()),
            terminal::progress);
    answer.add("estimate.json", EstimateJson.encode(result));
    terminal.warn(result.findings().warnings());
    addReport(EstimateReport.of(result));
    return ExitStatus.DONE.code();
  }
}
