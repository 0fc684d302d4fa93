package org.transcal.workflow.json;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.transcal.comparison.EvaluatedRows;
import org.transcal.io.json.JsonCodec;
import org.transcal.metric.Estimate;
import org.transcal.metric.MetricEvaluation;
import org.transcal.metric.MetricEvaluation.ClassScore;
import org.transcal.metric.ReliabilityDiagram;
import org.transcal.workflow.Evaluate;

/**
 * Evaluated predictions as JSON, schema transcal.evaluation/1; numbers that are not finite or do
 * not exist are {@code null}.
 */
public final class EvaluationJson {
  private static final String SCHEMA = "transcal.evaluation/1";

  private EvaluationJson() {}

  @JsonCodec.Schema(SCHEMA)
  private record Several(List<File> evaluations, FindingsDocument findings) {}

  /** One file: on its own it has the schema, among several a name. */
  private record File(
      Optional<String> schema,
      Optional<String> name,
      long rows,
      int classes,
      Map<String, Estimate> metrics,
      List<Bin> reliability,
      List<OfClass> byClass,
      Optional<Positive> positive,
      Optional<FindingsDocument> findings) {
    static File of(EvaluatedRows file, Optional<FindingsDocument> findings) {
      boolean isAlone = findings.isPresent();
      MetricEvaluation overall = file.overall();
      return new File(
          Optional.of(SCHEMA).filter(any -> isAlone),
          Optional.of(file.name()).filter(any -> !isAlone),
          overall.rows(),
          overall.classes(),
          metricsOf(overall),
          bins(overall),
          IntStream.range(0, overall.byClass().size()).mapToObj(k -> OfClass.of(file, k)).toList(),
          file.positive().map(positive -> Positive.of(file, positive)),
          findings);
    }
  }

  private record Bin(double low, double high, Number count, double accuracy, double confidence) {}

  private record OfClass(
      @JsonCodec.Name("class") int label,
      Optional<String> name,
      Number count,
      Number predicted,
      double precision,
      double recall,
      double f1,
      double ece) {
    static OfClass of(EvaluatedRows file, int label) {
      ClassScore score = file.overall().byClass().get(label);
      return new OfClass(
          label,
          className(file, label),
          JsonCodec.count(score.rows()),
          JsonCodec.count(score.predicted()),
          score.precision(),
          score.recall(),
          score.f1(),
          score.ece());
    }
  }

  private record Positive(
      @JsonCodec.Name("class") int label,
      Optional<String> name,
      double prevalence,
      Map<String, Estimate> metrics,
      List<Bin> reliability) {
    static Positive of(EvaluatedRows file, EvaluatedRows.PositiveClass positive) {
      MetricEvaluation evaluation = positive.evaluation();
      return new Positive(
          positive.label(),
          className(file, positive.label()),
          evaluation.reliability().accuracy(),
          metricsOf(evaluation),
          bins(evaluation));
    }
  }

  /** The evaluation in UTF-8; several are named objects in the array {@code evaluations}. */
  public static byte[] encode(Evaluate.Result result) {
    List<EvaluatedRows> files = result.rows();
    FindingsDocument findings = FindingsDocument.of(result.findings());
    return JsonCodec.encode(
        files.size() == 1
            ? File.of(files.get(0), Optional.of(findings))
            : new Several(
                files.stream().map(file -> File.of(file, Optional.empty())).toList(), findings));
  }

  private static Optional<String> className(EvaluatedRows file, int label) {
    return file.classNames().isEmpty() ? Optional.empty() : Optional.of(file.className(label));
  }

  private static Map<String, Estimate> metricsOf(MetricEvaluation evaluation) {
    Map<String, Estimate> metrics = new LinkedHashMap<>();
    evaluation.scores().forEach(score -> metrics.put(score.metric().key(), score.estimate()));
    return metrics;
  }

  private static List<Bin> bins(MetricEvaluation evaluation) {
    return evaluation.reliability().bins().stream().map(EvaluationJson::bin).toList();
  }

  private static Bin bin(ReliabilityDiagram.Bin bin) {
    return new Bin(
        bin.low(), bin.high(), JsonCodec.count(bin.count()), bin.accuracy(), bin.confidence());
  }
}
