package org.transcal.metric;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;

/** What {@code expected_metrics.py} computed by definition and brute force, without weights. */
final class ExpectedMetrics {
  /** One set of weighted rows and what every metric is on it. */
  record Case(String name, LabelledPredictions predictions, JsonNode json) {
    double expected(String key) {
      return json.path("expected").path(key).asDouble(Double.NaN);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private ExpectedMetrics() {}

  static JsonNode read() {
    try (InputStream file =
        ExpectedMetrics.class.getResourceAsStream("/metric/expected_metrics.json")) {
      return new ObjectMapper().readTree(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Stream<Case> cases() {
    return StreamSupport.stream(read().path("cases").spliterator(), false)
        .map(json -> new Case(json.path("name").asText(), predictions(json), json));
  }

  private static LabelledPredictions predictions(JsonNode json) {
    ObjectMapper mapper = new ObjectMapper();
    Matrix values = Matrix.copyOf(mapper.convertValue(json.path("values"), double[][].class));
    int[] labels = mapper.convertValue(json.path("labels"), int[].class);
    double[] frequencies = mapper.convertValue(json.path("frequencies"), double[].class);
    Probabilities probabilities =
        json.path("kind").asText().equals("logits")
            ? Logits.of(values).softmax(1)
            : Probabilities.of(values);
    return LabelledPredictions.of(probabilities, Labels.copyOf(labels, values.columns()))
        .countedBy(Frequencies.copyOf(frequencies));
  }
}
