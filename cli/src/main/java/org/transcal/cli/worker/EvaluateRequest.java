package org.transcal.cli.worker;

import java.util.List;
import java.util.Optional;
import org.transcal.cli.option.SeedAndBins;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Terminal;
import org.transcal.io.ArrayFiles;
import org.transcal.io.npy.NpyArray;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;
import org.transcal.report.EvaluationReport;
import org.transcal.workflow.Evaluate;
import org.transcal.workflow.EvaluateInput;
import org.transcal.workflow.RowSource;
import org.transcal.workflow.json.EvaluationJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code evaluate} on arrays in memory. */
@Command(name = "evaluate")
final class EvaluateRequest extends CalibrateRequest {
  private static final String NAMES = "class_names";

  @Mixin private SeedAndBins numbers;

  @Option(names = "--positive", description = "A class to evaluate on its own.")
  private Optional<String> positive = Optional.empty();

  @Option(names = "--report", description = "Also make a report, with this call in it.")
  private Optional<String> report = Optional.empty();

  EvaluateRequest(Terminal terminal, Request request, Answer answer) {
    super(terminal, request, answer);
  }

  @Override
  public Integer call() {
    NpyArray predictions = predictions();
    NpyArray array = request.array("labels");
    Matrix values = predictions.matrix();
    Labels labels = ArrayFiles.partialLabels(array, Math.max(2, values.columns()));
    List<String> names =
        request.parts().containsKey(NAMES) ? request.array(NAMES).texts() : List.of();
    EvaluateInput input =
        new EvaluateInput(
            "evaluation",
            RowSource.of(predictions.where(), values),
            scale(),
            RowSource.OfLabels.of(array.where(), labels),
            names);
    Evaluate.Options all =
        Evaluate.Options.defaults().withSeed(numbers.seed()).withBins(numbers.bins());
    Evaluate.Options some = positive.map(all::withPositive).orElse(all);
    Evaluate.Options options = model().map(m -> some.withModel(m, MODEL)).orElse(some);
    Evaluate.Result result = Evaluate.run(List.of(input), options, terminal::progress);
    terminal.warn(result.findings().warnings());
    answer.add("evaluation.json", EvaluationJson.encode(result));
    report.ifPresent(
        call -> answer.add("report.html", EvaluationReport.of("Evaluation", result).toHtml(call)));
    return ExitStatus.DONE.code();
  }
}
