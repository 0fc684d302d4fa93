package org.transcal.cli.worker;

import java.util.List;
import org.transcal.cli.option.SeedAndBins;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Terminal;
import org.transcal.io.ArrayFiles;
import org.transcal.io.file.InputException;
import org.transcal.io.json.EvaluationJson;
import org.transcal.io.npy.NpyArray;
import org.transcal.matrix.Frequencies;
import org.transcal.metric.Bootstrap;
import org.transcal.metric.LabelledPredictions;
import org.transcal.metric.StreamingEvaluation;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Probabilities;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code evaluate} on arrays in memory. */
@Command(name = "evaluate")
final class EvaluateRequest extends CalibrateRequest {
  @Mixin private SeedAndBins numbers;

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
    StreamingEvaluation evaluation =
        new StreamingEvaluation(rows.classes(), numbers.bins(), Bootstrap.seeded(numbers.seed()));
    evaluation.add(LabelledPredictions.of(rows, labels).countedBy(known));
    answer.add("evaluation.json", EvaluationJson.encode(evaluation.result()));
    return ExitStatus.DONE.code();
  }
}
