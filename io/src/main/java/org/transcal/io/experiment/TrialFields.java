package org.transcal.io.experiment;

import java.util.Optional;
import java.util.OptionalDouble;
import org.transcal.comparison.MethodResult;
import org.transcal.comparison.TargetScores;
import org.transcal.experiment.TaskName;
import org.transcal.experiment.Trial;
import org.transcal.metric.ReliabilityDiagram;

/** A trial as fields of a line. */
final class TrialFields {
  private static final String FITTED = "fitted";
  private static final String FAILED = "failed";

  private TrialFields() {}

  static String write(Trial trial) {
    FieldText fields =
        new FieldText()
            .text(trial.task().full())
            .text(trial.method())
            .integer(trial.repeat())
            .integer(trial.seed())
            .number(trial.seconds());
    if (trial.outcome() instanceof Trial.Failed failed) {
      return fields.text(FAILED).text(failed.cause().name()).text(failed.message()).line();
    }
    Trial.Fitted fitted = trial.fitted().orElseThrow();
    fields
        .text(FITTED)
        .number(fitted.temperature())
        .number(fitted.lambda())
        .number(fitted.estimatedAccuracy());
    fields.numbers(
        fitted
            .scores()
            .map(s -> new double[] {s.accuracy(), s.ece(), s.nll(), s.brier()})
            .orElse(new double[0]));
    fields.numbers(fitted.diagram().map(ReliabilityDiagram::counts).orElse(new double[0]));
    fields.numbers(fitted.diagram().map(ReliabilityDiagram::correctSums).orElse(new double[0]));
    fields.numbers(fitted.diagram().map(ReliabilityDiagram::confidenceSums).orElse(new double[0]));
    return fields.line();
  }

  static Trial read(String line) {
    FieldText.Reader fields = new FieldText.Reader(line);
    TaskName task = TaskName.of(fields.text());
    String method = fields.text();
    int repeat = Math.toIntExact(fields.integer());
    long seed = fields.integer();
    double seconds = fields.number();
    Trial.Outcome outcome = fields.text().equals(FAILED) ? failed(fields) : fitted(fields);
    return new Trial(task, method, repeat, seed, seconds, outcome);
  }

  private static Trial.Failed failed(FieldText.Reader fields) {
    return new Trial.Failed(MethodResult.Cause.valueOf(fields.text()), fields.text());
  }

  private static Trial.Fitted fitted(FieldText.Reader fields) {
    OptionalDouble temperature = fields.optionalNumber();
    OptionalDouble lambda = fields.optionalNumber();
    double accuracy = fields.number();
    double[] scores = fields.numbers();
    double[] counts = fields.numbers();
    double[] correct = fields.numbers();
    double[] confidence = fields.numbers();
    return new Trial.Fitted(
        temperature,
        lambda,
        accuracy,
        scores.length == 0
            ? Optional.empty()
            : Optional.of(new TargetScores(scores[0], scores[1], scores[2], scores[3])),
        counts.length == 0
            ? Optional.empty()
            : Optional.of(ReliabilityDiagram.ofSums(counts, correct, confidence)));
  }
}
