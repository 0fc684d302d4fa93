package org.transcal.calibration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.transcal.matrix.Frequencies;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.task.TransferTask;

/** A small task with given weights and what expected_values.py, beside the data, found for it. */
record ExpectedValues(String name, TransferTask task, JsonNode expected) {

  /** All cases. */
  static List<ExpectedValues> all() {
    try (InputStream file =
        ExpectedValues.class.getResourceAsStream("/calibration/expected_values.json")) {
      return new ObjectMapper()
          .readTree(file).properties().stream().map(ExpectedValues::read).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ExpectedValues read(Map.Entry<String, JsonNode> entry) {
    JsonNode node = entry.getValue();
    int classes = node.get("classes").asInt();
    int[] labels =
        StreamSupport.stream(node.get("validationLabels").spliterator(), false)
            .mapToInt(JsonNode::asInt)
            .toArray();
    TransferTask task =
        TransferTask.named(entry.getKey())
            .sourceValidation(
                Logits.copyOf(table(node.get("validationLogits"))),
                Labels.copyOf(labels, classes),
                Frequencies.copyOf(vector(node.get("validationCounts"))))
            .target(
                Logits.copyOf(table(node.get("targetLogits"))),
                Frequencies.copyOf(vector(node.get("targetCounts"))))
            .weights(vector(node.get("weights")))
            .build();
    return new ExpectedValues(entry.getKey(), task, node.get("expected"));
  }

  FittedCalibration fit(String method) {
    return (FittedCalibration) Methods.named(method, MethodSettings.defaults()).fit(task);
  }

  double number(String method, String key) {
    return expected.get(method).get(key).asDouble();
  }

  JsonNode node(String method, String key) {
    return expected.get(method).get(key);
  }

  static double[] vector(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false)
        .mapToDouble(JsonNode::asDouble)
        .toArray();
  }

  static double[][] table(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false)
        .map(ExpectedValues::vector)
        .toArray(double[][]::new);
  }

  @Override
  public String toString() {
    return name;
  }
}
