package org.transcal.io.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Map;
import org.transcal.metric.ReliabilityDiagram;

/** Measured predictions as JSON, schema {@value #SCHEMA}. */
public final class EvaluationJson {
  /** The schema written. */
  public static final String SCHEMA = "transcal.evaluation/1";

  private EvaluationJson() {}

  /**
   * A metric with its interval.
   *
   * @param value the metric
   * @param low lower end of the interval
   * @param high upper end of the interval
   */
  public record Measured(double value, double low, double high) {}

  /**
   * The evaluation in UTF-8.
   *
   * @param rows rows measured
   * @param classes number of classes
   * @param metrics metrics by key, written in the map's order
   * @param diagram the reliability diagram; the means of an empty bin are {@code null}
   */
  public static byte[] encode(
      long rows, int classes, Map<String, Measured> metrics, ReliabilityDiagram diagram) {
    return JsonText.object(
        json -> {
          json.writeStringField("schema", SCHEMA);
          json.writeNumberField("rows", rows);
          json.writeNumberField("classes", classes);
          json.writeObjectFieldStart("metrics");
          for (Map.Entry<String, Measured> metric : metrics.entrySet()) {
            write(json, metric.getKey(), metric.getValue());
          }
          json.writeEndObject();
          json.writeArrayFieldStart("reliability");
          for (ReliabilityDiagram.Bin bin : diagram.bins()) {
            write(json, bin);
          }
          json.writeEndArray();
        });
  }

  private static void write(JsonGenerator json, String key, Measured measured) throws IOException {
    json.writeObjectFieldStart(key);
    JsonText.number(json, "value", measured.value());
    JsonText.number(json, "low", measured.low());
    JsonText.number(json, "high", measured.high());
    json.writeEndObject();
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
