package org.transcal.io.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import org.transcal.metric.MetricEvaluation;
import org.transcal.metric.ReliabilityDiagram;

/** Evaluated predictions as JSON, schema {@value #SCHEMA}. */
public final class EvaluationJson {
  /** The schema written. */
  public static final String SCHEMA = "transcal.evaluation/1";

  private EvaluationJson() {}

  /** The evaluation in UTF-8; numbers that are not finite or do not exist are {@code null}. */
  public static byte[] encode(MetricEvaluation evaluation) {
    return JsonText.object(
        json -> {
          json.writeStringField("schema", SCHEMA);
          json.writeNumberField("rows", evaluation.rows());
          json.writeNumberField("classes", evaluation.classes());
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
        });
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
