package org.transcal.cli.worker;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.transcal.cli.option.SeedAndBins;
import org.transcal.cli.stream.RowEvaluation;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Terminal;
import org.transcal.comparison.EvaluatedRows;
import org.transcal.io.ArrayFiles;
import org.transcal.io.file.InputException;
import org.transcal.io.json.EvaluationJson;
import org.transcal.io.json.Provenance;
import org.transcal.io.npy.NpyArray;
import org.transcal.matrix.Frequencies;
import org.transcal.metric.LabelledPredictions;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Probabilities;
import org.transcal.report.EvaluationReport;
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
    Probabilities rows = probabilities();
    NpyArray array = request.array("labels");
    Labels labels = ArrayFiles.partialLabels(array, rows.classes());
    if (labels.rows() != rows.rows()) {
      throw InputException.in(
          array.where(),
          "has %d labels but %s has %d rows",
          labels.rows(),
          predictions().where(),
          rows.rows());
    }
    Frequencies known =
        labels
            .countKnown(Frequencies.ones(rows.rows()))
            .orElseThrow(
                () ->
                    InputException.in(
                        array.where(), "every label is -1; at least one row must be labelled"));
    if (labels.known() < labels.rows()) {
      terminal.warn(
          List.of((labels.rows() - labels.known()) + " labels are -1; those rows are left out"));
    }
    List<String> names =
        request.parts().containsKey(NAMES) ? request.array(NAMES).texts() : List.of();
    RowEvaluation evaluation =
        new RowEvaluation(rows.classes(), numbers, label(names, rows.classes()));
    evaluation.add(LabelledPredictions.of(rows, labels).countedBy(known));
    EvaluatedRows result = evaluation.result("evaluation", array.where(), names);
    answer.add("evaluation.json", EvaluationJson.encode(List.of(result)));
    report.ifPresent(
        call ->
            answer.add(
                "report.html",
                EvaluationReport.of("Evaluation", List.of(result))
                    .withVersion(Provenance.currentVersion())
                    .withCommand(call)
                    .toHtml()));
    return ExitStatus.DONE.code();
  }

  private OptionalInt label(List<String> names, int classes) {
    if (!names.isEmpty() && names.size() != classes) {
      throw InputException.in(
          NAMES, "has %d names but there are %d classes", names.size(), classes);
    }
    try {
      return positive.isEmpty()
          ? OptionalInt.empty()
          : OptionalInt.of(RowEvaluation.classNumber(positive.get(), names, classes));
    } catch (IllegalArgumentException unknown) {
      throw new InputException(unknown.getMessage().replaceFirst("^--", ""), unknown);
    }
  }
}
