package org.transcal.spark;

import java.util.List;
import java.util.Optional;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.MLReader;
import org.transcal.model.IdentityModel;
import org.transcal.model.TemperatureModel;

/** The model that {@link TransCalEstimator} fits. */
public final class TransCalModel extends CalibratingModel<TransCalModel> {
  private static final long serialVersionUID = 1L;

  private final ModelText text;
  private final transient Optional<FitSummary> summary;
  private final transient List<String> concerns;

  TransCalModel(String uid, ModelText text, Optional<FitSummary> summary, List<String> concerns) {
    super(uid);
    this.text = text;
    this.summary = summary;
    this.concerns = concerns;
  }

  @Override
  ModelText text() {
    return text;
  }

  /** The method that fitted it. */
  public String method() {
    return text.provenance().method();
  }

  /**
   * The temperature; 1 without calibration.
   *
   * @throws IllegalStateException if the model is of another kind
   */
  public double temperature() {
    if (calibrationModel() instanceof TemperatureModel temperature) {
      return temperature.temperature();
    }
    if (calibrationModel() instanceof IdentityModel) {
      return 1;
    }
    throw new IllegalStateException(
        "A model of kind " + calibrationModel().kind() + " has no temperature");
  }

  /** Statistics of the fit; empty for a loaded model. */
  public Optional<FitSummary> summary() {
    return summary;
  }

  /**
   * Reasons to doubt the fit, one sentence each; empty if there are none, or for a loaded model.
   */
  public List<String> concerns() {
    return concerns;
  }

  @Override
  public TransCalModel copy(ParamMap extra) {
    TransCalModel copy = new TransCalModel(uid(), text, summary, concerns);
    return copyValues(copy, extra).setParent(parent());
  }

  /** Reads a saved model. */
  public static MLReader<TransCalModel> read() {
    return ModelWriter.reader(
        TransCalModel.class,
        (uid, text) -> new TransCalModel(uid, text, Optional.empty(), List.of()));
  }

  /** Loads the model saved at a path. */
  public static TransCalModel load(String path) {
    return read().load(path);
  }

  @Override
  public String toString() {
    return "TransCalModel: uid=" + uid() + ", method=" + method() + ", " + text.model().kind();
  }
}
