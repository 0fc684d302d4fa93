package org.transcal.io.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Map;
import org.transcal.metric.ReliabilityDiagram;
import org.transcal.metric.RowSummary;

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
   * @param errorBound how far the value can be from the one over all rows at once
   */
  public record Measured(double value, double low, double high, double errorBound) {
    /** A metric over all rows at once. */
    public Measured(double value, double low, double high) {
      this(value, low, high, 0);
    }
  }

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
    return encode(rows, classes, metrics, diagram, RowSummary.NONE);
  }

  /**
   * The evaluation in UTF-8; where rows were summarised it also has {@code summary}, and each
   * metric its {@code errorBound}.
   *
   * @param rows rows measured
   * @param classes number of classes
   * @param metrics metrics by key, written in the map's order
   * @param diagram the reliability diagram; the means of an empty bin are {@code null}
   * @param summary what was kept of the rows
   */
  public static byte[] encode(
      long rows,
      int classes,
      Map<String, Measured> metrics,
      ReliabilityDiagram diagram,
      RowSummary summary) {
    return JsonText.object(
        json -> {
          json.writeStringField("schema", SCHEMA);
          json.writeNumberField("rows", rows);
          json.writeNumberField("classes", classes);
          json.writeObjectFieldStart("metrics");
          for (Map.Entry<String, Measured> metric : metrics.entrySet()) {
            write(json, metric.getKey(), metric.getValue(), summary);
          }
          json.writeEndObject();
          json.writeArrayFieldStart("reliability");
          for (ReliabilityDiagram.Bin bin : diagram.bins()) {
            write(json, bin);
          }
          json.writeEndArray();
          if (summary.isUsed()) {
            json.writeObjectFieldStart("summary");
            json.writeNumberField("cells", summary.cells());
            JsonText.number(json, "looseShare", summary.looseShare());
            json.writeEndObject();
          }
        });
  }

  private static void write(JsonGenerator json, String key, Measured measured, RowSummary summary)
      throws IOException {
    json.writeObjectFieldStart(key);
    JsonText.number(json, "value", measured.value());
    JsonText.number(json, "low", measured.low());
    JsonText.number(json, "high", measured.high());
    if (summary.isUsed()) {
      JsonText.number(json, "errorBound", measured.errorBound());
    }
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
