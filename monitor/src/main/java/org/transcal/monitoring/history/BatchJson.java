package org.transcal.monitoring.history;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.transcal.io.file.InputException;
import org.transcal.io.json.JsonText;
import org.transcal.io.json.StrictJson;
import org.transcal.metric.Estimate;
import org.transcal.metric.Interval;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.BatchResult.Alert;
import org.transcal.monitoring.BatchResult.ClassQuality;
import org.transcal.monitoring.BatchResult.FeatureShift;
import org.transcal.monitoring.Metric;
import org.transcal.monitoring.Reading;

/** Monitored batches as JSON, one object per line, schema {@value #SCHEMA}; intervals are 90 %. */
public final class BatchJson {
  /** The schema written. */
  public static final String SCHEMA = "transcal.monitor/1";

  private static final List<Metric> DRIFTS =
      List.of(Metric.DOMAIN_AUC, Metric.CONFIDENCE, Metric.CLASSES);

  private BatchJson() {}

  /** A batch as one line, without a line end. */
  public static String line(BatchResult batch) {
    return JsonText.line(
        json -> {
          json.writeStringField("schema", SCHEMA);
          json.writeStringField("at", batch.at().toString());
          json.writeStringField("segment", batch.segment().map(Object::toString).orElse(null));
          json.writeNumberField("rows", batch.rows());
          json.writeNumberField("sampledRows", batch.sampledRows());
          for (Metric metric : List.of(Metric.ACCURACY, Metric.ECE)) {
            Optional<Reading> reading = batch.reading(metric);
            if (reading.isPresent()) {
              write(json, reading.get());
            }
          }
          writeDrift(json, batch);
          if (batch.realised().isPresent()) {
            BatchResult.Realised realised = batch.realised().get();
            json.writeObjectFieldStart("realised");
            json.writeNumberField("rows", realised.rows());
            JsonText.estimate(json, "accuracy", realised.accuracy());
            JsonText.number(json, "ece", realised.ece());
            json.writeEndObject();
          }
          JsonText.number(json, "intervalFactor", batch.intervalFactor());
          writeQuality(json, batch);
          JsonText.texts(json, "alerts", batch.alerts().stream().map(Alert::text).toList());
        });
  }

  /** Batches in UTF-8, one per line. */
  public static byte[] lines(List<BatchResult> batches) {
    return batches.stream()
        .map(batch -> line(batch) + "\n")
        .collect(Collectors.joining())
        .getBytes(StandardCharsets.UTF_8);
  }

  /**
   * What {@code --on-alert} gets, schema transcal.alert/1: a text for people, all alerts, and the
   * batches and segments that have them.
   */
  public static String alert(String text, List<BatchResult> alerting) {
    return JsonText.line(
        json -> {
          json.writeStringField("schema", "transcal.alert/1");
          json.writeStringField("text", text);
          JsonText.texts(
              json,
              "alerts",
              alerting.stream().flatMap(n -> n.alerts().stream()).map(Alert::text).toList());
          json.writeFieldName("nights");
          json.writeRawValue(
              alerting.stream().map(BatchJson::line).collect(Collectors.joining(",", "[", "]")));
        });
  }

  private static void write(JsonGenerator json, Reading reading) throws IOException {
    json.writeObjectFieldStart(reading.metric().key());
    JsonText.number(json, "value", reading.value());
    if (reading.interval().isPresent()) {
      JsonText.number(json, "low", reading.interval().get().low());
      JsonText.number(json, "high", reading.interval().get().high());
    }
    JsonText.number(json, "threshold", reading.threshold());
    JsonText.number(json, "expected", reading.expected());
    json.writeEndObject();
  }

  private static void writeDrift(JsonGenerator json, BatchResult batch) throws IOException {
    List<Reading> readings = DRIFTS.stream().flatMap(m -> batch.reading(m).stream()).toList();
    json.writeObjectFieldStart("drift");
    for (Reading reading : readings) {
      JsonText.number(json, reading.metric().key(), reading.value());
    }
    writeFeatures(json, batch.features());
    json.writeObjectFieldStart("thresholds");
    for (Reading reading : readings) {
      JsonText.number(json, reading.metric().key(), reading.threshold());
    }
    json.writeEndObject();
    json.writeObjectFieldStart("expected");
    for (Reading reading : readings) {
      JsonText.number(json, reading.metric().key(), reading.expected());
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private static void writeFeatures(JsonGenerator json, List<FeatureShift> features)
      throws IOException {
    json.writeArrayFieldStart("features");
    for (FeatureShift feature : features) {
      json.writeStartObject();
      json.writeStringField("name", feature.name());
      JsonText.number(json, "score", feature.score());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void writeQuality(JsonGenerator json, BatchResult batch) throws IOException {
    json.writeArrayFieldStart("classes");
    for (ClassQuality quality : batch.classes()) {
      json.writeStartObject();
      json.writeStringField("name", quality.name());
      JsonText.estimate(json, "precision", quality.precision());
      JsonText.estimate(json, "recall", quality.recall());
      JsonText.estimate(json, "f1", quality.f1());
      json.writeEndObject();
    }
    json.writeEndArray();
    if (batch.auroc().isPresent()) {
      JsonText.estimate(json, "auroc", batch.auroc().get());
    }
  }

  /** What the columns of a history do not hold: classes, AUROC, features, alert texts. */
  public static String detail(BatchResult batch) {
    return JsonText.line(
        json -> {
          writeQuality(json, batch);
          writeFeatures(json, batch.features());
          JsonText.texts(json, "alerts", batch.alerts().stream().map(Alert::text).toList());
        });
  }

  /**
   * The batch completed with what {@link #detail} wrote.
   *
   * @param where the text's name in messages
   */
  public static BatchResult withDetail(BatchResult batch, Path where, String detail) {
    byte[] bytes = detail.getBytes(StandardCharsets.UTF_8);
    try {
      return StrictJson.read(
          where, new ByteArrayInputStream(bytes), json -> new Detail(json).read(batch));
    } catch (IOException e) {
      throw new InputException(where + ": cannot be read", e);
    } catch (IllegalArgumentException e) {
      throw new InputException(where + ": " + e.getMessage(), e);
    }
  }

  /** Reads what {@link #detail} wrote; unknown fields are skipped. */
  private static final class Detail {
    private final JsonParser json;
    private final List<ClassQuality> classes = new ArrayList<>();
    private final List<FeatureShift> features = new ArrayList<>();
    private final List<String> alerts = new ArrayList<>();
    private Optional<Estimate> auroc = Optional.empty();

    Detail(JsonParser json) {
      this.json = json;
    }

    BatchResult read(BatchResult batch) throws IOException {
      require(json.nextToken(), JsonToken.START_OBJECT);
      for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
        JsonToken value = json.nextToken();
        switch (name) {
          case "classes" -> eachOf(value, token -> classes.add(quality()));
          case "features" -> eachOf(value, token -> features.add(feature()));
          case "alerts" -> eachOf(value, token -> alerts.add(text(token)));
          case "auroc" -> auroc = Optional.of(estimate());
          default -> json.skipChildren();
        }
      }
      List<Alert> texts = new ArrayList<>(batch.alerts());
      for (int i = 0; i < Math.min(texts.size(), alerts.size()); i++) {
        texts.set(i, new Alert(texts.get(i).metric(), alerts.get(i)));
      }
      return new BatchResult(
          batch.at(),
          batch.segment(),
          batch.rows(),
          batch.sampledRows(),
          batch.readings(),
          classes,
          auroc,
          features,
          batch.realised(),
          batch.intervalFactor(),
          texts);
    }

    private interface Element {
      void read(JsonToken token) throws IOException;
    }

    private void eachOf(JsonToken start, Element element) throws IOException {
      require(start, JsonToken.START_ARRAY);
      for (JsonToken t = json.nextToken(); t != JsonToken.END_ARRAY; t = json.nextToken()) {
        element.read(t);
      }
    }

    private ClassQuality quality() throws IOException {
      return new ClassQuality(name(), named("precision"), named("recall"), last(named("f1")));
    }

    private FeatureShift feature() throws IOException {
      return new FeatureShift(name(), last(number("score")));
    }

    private Estimate named(String name) throws IOException {
      field(name);
      return estimate();
    }

    private Estimate estimate() throws IOException {
      require(json.currentToken(), JsonToken.START_OBJECT);
      double value = number("value");
      double low = number("low");
      return last(new Estimate(value, new Interval(low, number("high"))));
    }

    private String name() throws IOException {
      require(json.currentToken(), JsonToken.START_OBJECT);
      return text(field("name"));
    }

    private double number(String name) throws IOException {
      JsonToken token = field(name);
      if (token == null || !token.isNumeric()) {
        throw new IllegalArgumentException("\"" + name + "\" is " + token + ", not a number");
      }
      return json.getDoubleValue();
    }

    private String text(JsonToken token) throws IOException {
      require(token, JsonToken.VALUE_STRING);
      return json.getText();
    }

    private JsonToken field(String name) throws IOException {
      require(json.nextToken(), JsonToken.FIELD_NAME);
      if (!json.currentName().equals(name)) {
        throw new IllegalArgumentException(
            InputException.quote(json.currentName()) + " found where \"" + name + "\" is needed");
      }
      return json.nextToken();
    }

    private <T> T last(T value) throws IOException {
      require(json.nextToken(), JsonToken.END_OBJECT);
      return value;
    }

    private static void require(JsonToken actual, JsonToken expected) {
      if (actual != expected) {
        throw new IllegalArgumentException("has " + actual + " where " + expected + " is needed");
      }
    }
  }
}
