package org.transcal.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;
import org.transcal.task.Mixup;
import org.transcal.task.TransferTask;

/** A task of the shared bank with the values that independent code found for it. */
public record BankCase(
    String name, TransferTask task, Labels targetLabels, double[] goldenWeights, JsonNode golden) {

  /** All cases; skips the test where the shared folder is absent. */
  public static List<BankCase> all() {
    Path bank = SharedFiles.require("bank");
    TestNpz weights = TestNpz.open(SharedFiles.require("golden/bank_weights.npz"));
    List<BankCase> cases = new ArrayList<>();
    for (Map.Entry<String, JsonNode> entry : goldenFile().properties()) {
      String name = entry.getKey();
      TestNpz file = TestNpz.open(bank.resolve(name + ".npz"));
      int classes = entry.getValue().get("classes").asInt();
      TransferTask.Builder builder =
          TransferTask.named(name)
              .sourceValidation(
                  Logits.of(file.matrix("source_val_logits")),
                  Labels.copyOf(file.ints("source_val_labels"), classes))
              .target(Logits.of(file.matrix("target_logits")))
              .features(
                  file.matrix("source_train_features"),
                  file.matrix("source_val_features"),
                  file.matrix("target_features"))
              .sourceTraining(Logits.of(file.matrix("source_train_logits")))
              .mixup(new Mixup(Logits.of(file.matrix("mixup_logits")), file.ints("mixup_partner")))
              .mcDropout(Probabilities.of(file.matrix("mcdropout_probs")));
      cases.add(
          new BankCase(
              name,
              builder.build(),
              Labels.copyOf(file.ints("target_labels"), classes),
              weights.doubles(name),
              entry.getValue()));
    }
    return cases;
  }

  /** The part of the name before the first double underscore. */
  public String suite() {
    return name.substring(0, name.indexOf("__"));
  }

  /** The task with the weights that independent code found. */
  public TransferTask taskWithGoldenWeights() {
    return task.withWeights(goldenWeights);
  }

  /** A number at a path of object keys. */
  public double golden(String... path) {
    JsonNode node = golden;
    for (String key : path) {
      node = node.get(key);
    }
    return node.asDouble();
  }

  private static JsonNode goldenFile() {
    try {
      return new ObjectMapper().readTree(SharedFiles.require("golden/bank.json").toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
