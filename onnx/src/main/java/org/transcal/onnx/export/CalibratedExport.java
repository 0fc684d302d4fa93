package org.transcal.onnx.export;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.transcal.io.PredictionScale;
import org.transcal.io.file.AtomicFile;
import org.transcal.io.file.InputException;
import org.transcal.io.json.ModelFile;
import org.transcal.model.CalibrationModel;
import org.transcal.model.IdentityModel;
import org.transcal.model.TemperatureModel;
import org.transcal.onnx.export.AppendedNodes.Reduced;
import org.transcal.onnx.export.Prediction.Form;
import org.transcal.onnx.graph.Dimension;
import org.transcal.onnx.graph.ElementType;
import org.transcal.onnx.graph.GraphWriter;
import org.transcal.onnx.graph.GraphWriter.Attribute;
import org.transcal.onnx.graph.OnnxModel;
import org.transcal.onnx.graph.TensorType;
import org.transcal.onnx.network.Network;
import org.transcal.onnx.wire.MessageWriter;
import org.transcal.prediction.Logits;

/**
 * A model with its calibration built in: the original outputs stay, {@value #PROBABILITIES} and
 * {@value #CONFIDENCE} are added, and the metadata record where they came from.
 *
 * <p>{@code CalibratedExport.of(OnnxModel.read(in), ModelJson.read(json)).write(out)}.
 */
public final class CalibratedExport {
  /** The added output of rows × classes. */
  public static final String PROBABILITIES = "calibrated_probabilities";

  /** The added output of the largest probability per row. */
  public static final String CONFIDENCE = "calibrated_confidence";

  /** The oldest operator set that has all operators of the added nodes. */
  public static final int OLDEST_OPSET = 9;

  private static final String METADATA_PREFIX = "transcal.";
  private static final int METADATA = 14;

  private final OnnxModel original;
  private final ModelFile calibration;
  private final Prediction prediction;
  private final ElementType arithmetic;
  private final byte[] nodes;

  private CalibratedExport(
      OnnxModel original, ModelFile calibration, Prediction prediction, Arithmetic arithmetic) {
    this.original = original;
    this.calibration = calibration;
    this.prediction = prediction;
    this.arithmetic = arithmetic.of(calibration.model(), prediction.type().elements());
    this.nodes = nodes();
  }

  /** Calibrates the graph's only prediction, as found in the graph. */
  public static CalibratedExport of(OnnxModel model, ModelFile calibration) {
    return of(model, calibration, Optional.empty(), PredictionScale.LOGITS, Arithmetic.AS_NEEDED);
  }

  /**
   * Adds a calibration to a model.
   *
   * @param output the tensor to calibrate instead of the graph's only prediction
   * @param scale logits, which are an output or the input of a softmax, or probabilities, whose
   *     logarithms are calibrated
   * @throws InputException if it cannot be done, with the reason
   */
  public static CalibratedExport of(
      OnnxModel model,
      ModelFile calibration,
      Optional<String> output,
      PredictionScale scale,
      Arithmetic arithmetic) {
    requireRoom(model);
    try (PredictionFinder finder = PredictionFinder.open(model, output)) {
      int classes = calibration.model().classes();
      Prediction prediction =
          output.isPresent() ? finder.at(output.get(), scale) : finder.only(classes, scale);
      finder.requireClasses(prediction, classes);
      return new CalibratedExport(model, calibration, prediction, arithmetic);
    }
  }

  private static void requireRoom(OnnxModel model) {
    if (model.opset() < OLDEST_OPSET) {
      throw InputException.in(
          model.file(),
          "uses version %s of the standard operators; at least version %s is needed",
          model.opset() == 0 ? "(not stated)" : model.opset(),
          OLDEST_OPSET);
    }
    for (String name : List.of(PROBABILITIES, CONFIDENCE)) {
      if (model.uses(name)) {
        throw InputException.in(
            model.file(), "already has a tensor named %s; export from the original model", name);
      }
    }
    if (model.metadataKeys().stream().anyMatch(key -> key.startsWith(METADATA_PREFIX))) {
      throw InputException.in(
          model.file(), "already has metadata of a calibration; export from the original model");
    }
  }

  private byte[] nodes() {
    AppendedNodes appended = new AppendedNodes(original.opset(), arithmetic, original::uses);
    String rows = rows(appended);
    String probabilities = new CalibrationNodes(appended).append(calibration.model(), rows);
    appended.castAs(PROBABILITIES, probabilities, resultType());
    appended.reduceAs(CONFIDENCE, "ReduceMax", PROBABILITIES, 1, Reduced.REMOVED);
    return appended.toBytes();
  }

  /** The logits as rows of classes, in the type of the computation. */
  private String rows(AppendedNodes appended) {
    String rows = prediction.tensor();
    if (prediction.type().rank() > 2) {
      rows = appended.add("Flatten", List.of(rows), Attribute.of("axis", 1));
    }
    if (prediction.type().elements() != arithmetic) {
      rows = appended.cast(rows, arithmetic);
    }
    if (prediction.form() == Form.PROBABILITIES) {
      // As in core, 0 is read as the smallest normal float.
      String positive = appended.add("Max", rows, appended.scalar(Float.MIN_NORMAL));
      rows = appended.add("Log", positive);
    }
    return rows;
  }

  private ElementType resultType() {
    boolean doubles = prediction.type().elements() == ElementType.DOUBLE;
    return doubles ? ElementType.DOUBLE : ElementType.FLOAT;
  }

  public Prediction prediction() {
    return prediction;
  }

  /** The type that the added nodes compute in. */
  public ElementType arithmetic() {
    return arithmetic;
  }

  public byte[] toBytes() {
    Dimension batch = prediction.type().shape().get(0);
    Dimension classes = Dimension.of(calibration.model().classes());
    byte[] outputs =
        new GraphWriter()
            .output(PROBABILITIES, new TensorType(resultType(), List.of(batch, classes)))
            .output(CONFIDENCE, new TensorType(resultType(), List.of(batch)))
            .toBytes();
    MessageWriter metadata = new MessageWriter();
    metadata()
        .forEach(
            (key, value) ->
                metadata.message(
                    METADATA, entry -> entry.text(1, METADATA_PREFIX + key).text(2, value)));
    return original.withAppended(
        new MessageWriter().fields(nodes).fields(outputs).toBytes(), metadata.toBytes());
  }

  private Map<String, String> metadata() {
    CalibrationModel model = calibration.model();
    Map<String, String> metadata = new TreeMap<>();
    metadata.put("kind", model.kind());
    metadata.put("classes", Integer.toString(model.classes()));
    metadata.put("tensor", prediction.tensor());
    metadata.put("method", calibration.provenance().method());
    metadata.put("seed", Long.toString(calibration.provenance().seed()));
    metadata.put("version", calibration.provenance().version());
    calibration.provenance().inputs().forEach((name, sha) -> metadata.put("input." + name, sha));
    if (model instanceof TemperatureModel temperature) {
      metadata.put("temperature", Double.toString(temperature.temperature()));
    }
    return metadata;
  }

  /** Writes the new model after a trial run of at most {@link Network#LONGEST_RUN}. */
  public ExportResult write(Path file) {
    return write(file, Network.LONGEST_RUN);
  }

  /**
   * Writes the new model, with copies of its weight files if it goes to another folder.
   *
   * @param limit how long the trial run may take
   * @throws InputException if the model cannot be loaded or run, with the reason
   */
  public ExportResult write(Path file, Duration limit) {
    byte[] bytes = toBytes();
    ExportResult.Check check = new ExportCheck(original, calibration.model()).ofModel(bytes, limit);
    try (WeightFiles weights = WeightFiles.copy(original, file);
        AtomicFile output = AtomicFile.open(file)) {
      output.write(ByteBuffer.wrap(bytes));
      List<Path> copies = weights.commit();
      output.commit();
      return new ExportResult(copies, check);
    }
  }

  /**
   * Whether the supposed logits of random inputs are distributions, so almost certainly
   * probabilities; false if that is unknown because an input has no fixed size.
   */
  public boolean looksLikeProbabilities() {
    if (prediction.form() == Form.PROBABILITIES) {
      return false;
    }
    Set<String> tensor = Set.of(prediction.tensor());
    try (Network network = Network.open(original, tensor, Network.LONGEST_RUN)) {
      return network
          .runSample(tensor)
          .map(results -> Logits.of(results.get(prediction.tensor())))
          .filter(Logits::looksLikeProbabilities)
          .isPresent();
    } catch (InputException | IllegalArgumentException unknown) {
      return false;
    }
  }

  /**
   * Largest difference on random rows between the added nodes, run by ONNX Runtime, and core.
   *
   * @throws InputException if ONNX Runtime cannot run them
   */
  public double differenceFromCore() {
    return new ExportCheck(original, calibration.model()).ofNodes(nodes, prediction);
  }

  /** The precision of the added nodes. */
  public enum Arithmetic {
    /** Single precision if that provably suffices, else double. */
    AS_NEEDED,
    /** Single precision, for runtimes that have no other. */
    SINGLE,
    DOUBLE;

    ElementType of(CalibrationModel model, ElementType logits) {
      boolean safe = model instanceof IdentityModel || model instanceof TemperatureModel;
      boolean single =
          this == SINGLE || (this == AS_NEEDED && safe && logits != ElementType.DOUBLE);
      return single ? ElementType.FLOAT : ElementType.DOUBLE;
    }
  }
}
