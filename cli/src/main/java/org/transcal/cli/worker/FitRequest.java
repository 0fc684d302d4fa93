package org.transcal.cli.worker;

import org.transcal.cli.method.NothingRan;
import org.transcal.cli.option.MethodOptions;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Terminal;
import org.transcal.io.json.ModelJson;
import org.transcal.io.npy.NpyArray;
import org.transcal.report.FitReport;
import org.transcal.workflow.Fit;
import org.transcal.workflow.TaskInput;
import org.transcal.workflow.json.ResultJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code fit} on arrays in memory; the answer has the files that the command writes. */
@Command(name = "fit")
final class FitRequest extends TaskRequest {
  @Mixin private MethodOptions methods;

  FitRequest(Terminal terminal, Request request, Answer answer) {
    super(terminal, request, answer);
  }

  @Override
  public Integer call() {
    Fit.Options options = methods.options();
    TaskInput input = weighted(input());
    Fit.Result fit = Fit.run(input, options, terminal::progress);
    terminal.warn(fit.findings().warnings());
    answer.add("result.json", ResultJson.encode(fit));
    if (!fit.ran()) {
      return NothingRan.report(fit, where(), terminal);
    }
    answer.add("method", fit.chosen().method());
    fit.model()
        .ifPresent(
            file -> answer.add("model.json", ModelJson.encode(file.model(), file.provenance())));
    fit.fitted()
        .ifPresent(
            fitted ->
                answer.add(
                    "target_probabilities.npy", fitted.targetProbabilities(), fit.precision()));
    addReport(FitReport.of(fit));
    return ExitStatus.DONE.code();
  }

  private TaskInput weighted(TaskInput input) {
    if (!request.parts().containsKey(WEIGHTS)) {
      return input;
    }
    NpyArray weights = request.array(WEIGHTS);
    return input.withWeights(WEIGHTS, weights.vector(), weights.digest());
  }
}
