package org.transcal.adapt.model;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.transcal.adapt.data.InputRows;
import org.transcal.adapt.data.Preparation;
import org.transcal.adapt.network.BlockEncoder;
import org.transcal.adapt.network.Dropout;
import org.transcal.adapt.network.Network;
import org.transcal.adapt.network.NetworkWeights;
import org.transcal.adapt.tensor.Engine;
import org.transcal.io.dataset.FeatureRows;
import org.transcal.io.dataset.ImageShape;
import org.transcal.io.file.InputException;

/**
 * A trained classifier, from raw values to logits.
 *
 * @param weights the network
 * @param preparation applied to values first
 * @param classNames one per class
 * @param method the adaptation method it was trained by
 * @param dropout dropout rate in training
 * @param seed random seed of the training
 */
public record AdaptedModel(
    NetworkWeights weights,
    Preparation preparation,
    List<String> classNames,
    String method,
    double dropout,
    long seed) {
  public AdaptedModel {
    classNames = List.copyOf(classNames);
    if (classNames.size() != weights.classes()) {
      throw new IllegalArgumentException(
          "Network of " + weights.classes() + " classes has " + classNames.size() + " class names");
    }
    int prepared = preparation.mean().length;
    if (prepared > 0 && prepared != weights.inputs()) {
      throw new IllegalArgumentException(
          "Network of " + weights.inputs() + " inputs is prepared with " + prepared + " means");
    }
    if (!(dropout >= 0 && dropout < 1)) {
      throw new IllegalArgumentException("Dropout is " + dropout + "; it must be in [0, 1)");
    }
  }

  /**
   * Features and logits of rows.
   *
   * @throws InputException if they have other columns than those it was trained on
   */
  public Network.Outputs predict(FeatureRows rows) {
    Optional<ImageShape> given =
        rows instanceof FeatureRows.Images images ? Optional.of(images.shape()) : Optional.empty();
    Optional<ImageShape> needed = weights.encoder().image();
    if (!given.equals(needed) && !(weights.encoder() instanceof BlockEncoder)) {
      throw new InputException(
          given.map(shape -> "These are images of " + shape).orElse("These are rows of features")
              + "; the model was trained on "
              + needed.map(shape -> "images of " + shape).orElse("rows of features"));
    }
    if (rows.columns() != weights.inputs()) {
      throw new InputException(
          "Rows have " + rows.columns() + " columns; the model was trained on " + weights.inputs());
    }
    int[] all = IntStream.range(0, rows.rows()).toArray();
    InputRows prepared = preparation.prepare(rows, all);
    return Engine.withManager(
        manager ->
            Network.of(manager, weights).outputs(manager, all, prepared::batch, Dropout.off()));
  }
}
