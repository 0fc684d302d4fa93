package org.transcal.io.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import org.transcal.comparison.EvaluatedRows;
import org.transcal.metric.MetricEvaluation;
import org.transcal.metric.MetricEvaluation.ClassScore;
import org.transcal.metric.ReliabilityDiagram;

/** Evaluated predictions as JSON, schema {@value #SCHEMA}. */
public final class EvaluationJson {
  /** The schema written. */
  public static final String SCHEMA = "transcal.evaluation/1";

  private EvaluationJson() {}

  /**
   * The evaluation in UTF-8; numbers that are not finite or do not exist are {@code null}. Several
   * evaluations are named objects in the array {@code evaluations}.
   */
  public static byte[] encode(List<EvaluatedRows> files) {
    return JsonText.object(
        json -> {
          json.writeStringField("schema", SCHEMA);
          if (files.size() == 1) {
            write(json, files.get(0));
          } else {
            json.writeArrayFieldStart("evaluations");
            for (EvaluatedRows file : files) {
              json.writeStartObject();
              json.writeStringField("name", file.name());
              write(json, file);
              json.writeEndObject();
            }
            json.writeEndArray();
          }
        });
  }

  private static void write(JsonGenerator json, EvaluatedRows file) throws IOException {
    MetricEvaluation overall = file.overall();
    json.writeNumberField("rows", overall.rows());
    json.writeNumberField("classes", overall.classes());
    write(json, overall);
    json.writeArrayFieldStart("byClass");
    for (int label = 0; label < overall.byClass().size(); label++) {
      ClassScore score = overall.byClass().get(label);
      json.writeStartObject();
      writeClass(json, file, label);
      JsonText.count(json, "count", score.rows());
      JsonText.count(json, "predicted", score.predicted());
      JsonText.number(json, "precision", score.precision());
      JsonText.number(json, "recall", score.recall());
      JsonText.number(json, "f1", score.f1());
      JsonText.number(json, "ece", score.ece());
      json.writeEndObject();
    }
    json.writeEndArray();
    if (file.positive().isPresent()) {
      json.writeObjectFieldStart("positive");
      writeClass(json, file, file.positive().get().label());
      MetricEvaluation evaluation = file.positive().get().evaluation();
      JsonText.number(json, "prevalence", evaluation.reliability().accuracy());
      write(json, evaluation);
      json.writeEndObject();
    }
  }

  private static void writeClass(JsonGenerator json, EvaluatedRows file, int label)
      throws IOException {
    json.writeNumberField("class", label);
    if (!file.classNames().isEmpty()) {
      json.writeStringField("name", file.className(label));
    }
  }

  private static void write(JsonGenerator json, MetricEvaluation evaluation) throws IOException {
    json.writeObjectFieldStart("metrics");
    for (MetricEvaluation.Score score : evaluation.scores()) {
      JsonText.estimate(json, score.metric().key(), score.estimate());
    }
    json.writeEndObject();
    json.writeArrayFieldStart("reliability");
    for (ReliabilityDiagram.Bin bin : evaluation.reliability().bins()) {
      write(json, bin);
    }
    json.writeEndArray();
  }

  private static void write(JsonGenerator json, ReliabilityDiagram.Bin bin) throws IOException {
    json.writeStartObject();
    JsonText.number(json, "low", bin.low());
    JsonText.number(json, "high", bin.high());
    JsonText.count(json, "count", bin.count());
    JsonText.number(json, "accuracy", bin.accuracy());
    JsonText.number(json, "confidence", bin.confidence());
    json.writeEndObject();
  }
}
