package org.transcal.djl;

import ai.djl.modality.Classifications;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.translate.Batchifier;
import ai.djl.translate.Translator;
import ai.djl.translate.TranslatorContext;
import ai.djl.translate.TranslatorOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.transcal.io.PredictionScale;
import org.transcal.io.json.ModelJson;
import org.transcal.matrix.Matrix;
import org.transcal.model.CalibrationModel;
import org.transcal.prediction.Probabilities;

/**
 * A translator that returns calibrated probabilities.
 *
 * <p>Inputs and class names come from the decorated translator. Probabilities are computed by core
 * from the network's output, so it does not matter whether the decorated translator applies a
 * softmax.
 *
 * @param <I> the network's input
 */
public final class CalibratedTranslator<I> implements Translator<I, Classifications> {
  private final Translator<I, Classifications> translator;
  private final CalibrationModel model;
  private final PredictionScale holds;
  private final int position;

  private CalibratedTranslator(
      Translator<I, Classifications> translator,
      CalibrationModel model,
      PredictionScale holds,
      int position) {
    this.translator = translator;
    this.model = model;
    this.holds = holds;
    this.position = position;
  }

  /** Calibrates the logits of a network's first output. */
  public static <I> CalibratedTranslator<I> of(
      Translator<I, Classifications> translator, CalibrationModel model) {
    return new CalibratedTranslator<>(translator, model, PredictionScale.LOGITS, 0);
  }

  /**
   * Calibrates the logits of a network's first output with a {@code model.json}.
   *
   * @throws org.transcal.io.file.InputException naming the file and what is wrong with it
   */
  public static <I> CalibratedTranslator<I> of(
      Translator<I, Classifications> translator, Path modelJson) {
    return of(translator, ModelJson.read(modelJson).model());
  }

  /** For a network that outputs logits or probabilities. */
  public CalibratedTranslator<I> withOutput(PredictionScale output) {
    return new CalibratedTranslator<>(translator, model, output, position);
  }

  /** For another of the network's outputs, counted from 0. */
  public CalibratedTranslator<I> withOutputAt(int index) {
    if (index < 0) {
      throw new IllegalArgumentException(
          "Output " + index + " of a network; it must be at least 0");
    }
    return new CalibratedTranslator<>(translator, model, holds, index);
  }

  @Override
  public Classifications processOutput(TranslatorContext context, NDList list) throws Exception {
    // First, since the decorated translator may change the list.
    Probabilities calibrated = calibrated(list);
    Classifications original = translator.processOutput(context, list);
    List<String> names = original.getClassNames();
    if (names.size() != calibrated.classes()) {
      String classes = " class names; the calibration was fitted for " + calibrated.classes();
      throw new IllegalArgumentException(
          "The translator has " + names.size() + classes + " classes");
    }
    List<Double> probabilities = new ArrayList<>();
    for (int k = 0; k < calibrated.classes(); k++) {
      probabilities.add(calibrated.get(0, k));
    }
    Classifications result = new Classifications(names, probabilities);
    result.setTopK(original.topK().size());
    return result;
  }

  private Probabilities calibrated(NDList list) {
    if (position >= list.size()) {
      throw new IllegalArgumentException(
          "The network has " + list.size() + " output(s); there is no output " + position);
    }
    NDArray scores = list.get(position);
    Shape shape = scores.getShape();
    long classes = shape.dimension() == 0 ? 1 : shape.get(shape.dimension() - 1);
    if (shape.size() != classes) {
      String needed = " for one example; scores of " + model.classes() + " classes are needed";
      throw new IllegalArgumentException(
          "Output " + position + " of the network has shape " + shape + needed);
    }
    return model.calibrate(holds.logits(matrix(scores, Math.toIntExact(classes))));
  }

  private static Matrix matrix(NDArray scores, int classes) {
    if (scores.getDataType() == DataType.FLOAT64) {
      return Matrix.wrap(scores.toDoubleArray(), 1, classes);
    }
    if (scores.getDataType() == DataType.FLOAT32) {
      return Matrix.wrap(scores.toFloatArray(), 1, classes);
    }
    try (NDArray single = scores.toType(DataType.FLOAT32, true)) {
      return Matrix.wrap(single.toFloatArray(), 1, classes);
    }
  }

  @Override
  public NDList processInput(TranslatorContext context, I input) throws Exception {
    return translator.processInput(context, input);
  }

  @Override
  public NDList batchProcessInput(TranslatorContext context, List<I> inputs) throws Exception {
    return translator.batchProcessInput(context, inputs);
  }

  @Override
  public Batchifier getBatchifier() {
    return translator.getBatchifier();
  }

  @Override
  public void prepare(TranslatorContext context) throws Exception {
    translator.prepare(context);
  }

  @Override
  public TranslatorOptions getExpansions() {
    return translator.getExpansions();
  }
}
