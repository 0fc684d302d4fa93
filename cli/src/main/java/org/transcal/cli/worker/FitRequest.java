package org.transcal.cli.worker;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.transcal.cli.fit.ExportedMethod;
import org.transcal.cli.fit.FitOptions;
import org.transcal.cli.method.MethodSelection;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Terminal;
import org.transcal.comparison.MethodComparison;
import org.transcal.comparison.MethodResult;
import org.transcal.io.LoadedTask;
import org.transcal.io.file.Digest;
import org.transcal.io.file.InputException;
import org.transcal.io.json.ModelJson;
import org.transcal.io.json.Provenance;
import org.transcal.io.json.ResultJson;
import org.transcal.labelling.LabelledEstimate;
import org.transcal.labelling.LabelledRows;
import org.transcal.report.FitReport;
import org.transcal.task.TransferTask;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code fit} on arrays in memory; the answer has the files that the command writes. */
@Command(name = "fit")
final class FitRequest extends TaskRequest {
  @Mixin private FitOptions options;

  FitRequest(Terminal terminal, Request request, Answer answer) {
    super(terminal, request, answer);
  }

  @Override
  public Integer call() {
    MethodSelection selected = options.selected(request.parts().containsKey(LABELS), spec);
    LoadedTask loaded = load();
    Map<String, String> inputs = new TreeMap<>(loaded.digests());
    Optional<LabelledRows> labelled = labels(loaded, inputs);
    if (labelled.filter(LabelledRows::isOwnSample).isPresent()) {
      terminal.warn(List.of(LabelledEstimate.OWN_SAMPLE));
    }
    TransferTask weighted = weighted(loaded.task(), inputs);
    MethodComparison comparison = options.compare(weighted, loaded, labelled, selected, terminal);
    answer.add("result.json", ResultJson.encode(comparison, loaded.warnings()));
    if (comparison.firstFitted().isEmpty()) {
      return FitOptions.nothingRan(comparison, where(), terminal).code();
    }
    ExportedMethod exported = ExportedMethod.of(comparison, selected.names());
    answer.add("method", exported.name());
    addFitted(comparison, exported.name(), inputs);
    addReport(FitReport.of(comparison).about(exported.name()), loaded.warnings());
    return ExitStatus.DONE.code();
  }

  private TransferTask weighted(TransferTask task, Map<String, String> inputs) {
    if (!request.parts().containsKey(WEIGHTS)) {
      return task;
    }
    Digest digest = new Digest();
    double[] weights = request.array(WEIGHTS).digestedInto(digest).vector();
    inputs.put(WEIGHTS, digest.hex());
    requireRows(WEIGHTS, weights.length, task.sourceValidation().logits().rows());
    return InputException.naming(WEIGHTS, () -> task.withWeights(weights));
  }

  private static void requireRows(String array, int actual, int expected) {
    if (actual != expected) {
      throw InputException.in(
          array,
          "has %d values but the task has %d source validation rows; one per row is needed",
          actual,
          expected);
    }
  }

  private void addFitted(MethodComparison comparison, String method, Map<String, String> inputs) {
    MethodResult result = ExportedMethod.result(comparison, method);
    Provenance provenance =
        new Provenance(method, comparison.seed(), Provenance.currentVersion(), inputs);
    result
        .calibration()
        .ifPresent(fit -> answer.add("model.json", ModelJson.encode(fit.model(), provenance)));
    result
        .fitted()
        .ifPresent(
            fit ->
                answer.add(
                    "target_probabilities.npy",
                    fit.targetProbabilities(),
                    ExportedMethod.precision(comparison)));
    comparison
        .estimate(result)
        .ifPresent(known -> answer.add("reasons", String.join("\n", known.reasons())));
  }
}
