package org.transcal.onnx.export;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.transcal.io.file.AtomicFile;
import org.transcal.io.file.InputException;
import org.transcal.io.json.ModelFile;
import org.transcal.model.CalibrationModel;
import org.transcal.model.IdentityModel;
import org.transcal.model.TemperatureModel;
import org.transcal.onnx.export.Ending.Form;
import org.transcal.onnx.export.Tail.Attribute;
import org.transcal.onnx.export.Tail.Reduced;
import org.transcal.onnx.graph.Dimension;
import org.transcal.onnx.graph.ElementType;
import org.transcal.onnx.graph.OnnxModel;
import org.transcal.onnx.graph.TensorType;
import org.transcal.onnx.graph.ValueInfo;
import org.transcal.onnx.network.Network;
import org.transcal.onnx.wire.MessageWriter;
import org.transcal.prediction.Logits;

/**
 * A calibration baked into a graph: the original outputs stay, {@value #PROBABILITIES} and {@value
 * #CONFIDENCE} are added, and the metadata say where they came from.
 */
public final class CalibratedExport {
  /** The added output of rows × classes. */
  public static final String PROBABILITIES = "calibrated_probabilities";

  /** The added output of the largest probability a row. */
  public static final String CONFIDENCE = "calibrated_confidence";

  /** The oldest version of the standard operators that all nodes exist in. */
  public static final int OLDEST_OPSET = 9;

  private static final String METADATA_PREFIX = "transcal.";
  private static final int GRAPH_OUTPUT = 12;
  private static final int METADATA = 14;

  private final OnnxModel original;
  private final ModelFile calibration;
  private final Ending ending;
  private final ElementType arithmetic;
  private final byte[] tail;

  private CalibratedExport(
      OnnxModel original, ModelFile calibration, Ending ending, Arithmetic arithmetic) {
    this.original = original;
    this.calibration = calibration;
    this.ending = ending;
    this.arithmetic = arithmetic.of(calibration.model(), ending.type().elements());
    this.tail = nodes();
  }

  /**
   * Bakes a calibration into a model.
   *
   * @param output the tensor to calibrate, in place of the graph's only prediction
   * @throws InputException saying why, where it cannot be done
   */
  public static CalibratedExport of(
      OnnxModel model,
      ModelFile calibration,
      Optional<String> output,
      Scale scale,
      Arithmetic arithmetic) {
    requireRoom(model);
    EndingFinder finder = new EndingFinder(model, types(model, output));
    int classes = calibration.model().classes();
    Ending ending =
        output.isPresent() ? finder.at(output.get(), scale) : finder.only(classes, scale);
    finder.requireClasses(ending, classes);
    return new CalibratedExport(model, calibration, ending, arithmetic);
  }

  private static void requireRoom(OnnxModel model) {
    if (model.opset() < OLDEST_OPSET) {
      throw InputException.in(
          model.file(),
          (model.opset() == 0
                  ? "does not say which version of the standard operators it uses"
                  : "uses version " + model.opset() + " of the standard operators")
              + "; at least version "
              + OLDEST_OPSET
              + " is needed");
    }
    for (String name : List.of(PROBABILITIES, CONFIDENCE)) {
      if (model.uses(name)) {
        throw InputException.in(
            model.file(),
            "has a tensor named "
                + name
                + " already; export from the graph as it was before calibration");
      }
    }
    if (model.metadataKeys().stream().anyMatch(key -> key.startsWith(METADATA_PREFIX))) {
      throw InputException.in(
          model.file(), "has metadata of a calibration already; export from the graph before it");
    }
  }

  /** Types as ONNX Runtime infers them, else as the file declares them. */
  private static Function<String, Optional<TensorType>> types(
      OnnxModel model, Optional<String> output) {
    Map<String, TensorType> known = new TreeMap<>();
    Set<String> asked = EndingFinder.asked(model, output);
    try (Network network = Network.open(model, asked)) {
      asked.forEach(name -> network.outputType(name).ifPresent(type -> known.put(name, type)));
    } catch (InputException notForThisRuntime) {
      // Operators of others, for example: what the file declares must do.
    }
    return name ->
        Optional.ofNullable(known.get(name))
            .or(() -> model.graph().info(name).flatMap(ValueInfo::type));
  }

  private byte[] nodes() {
    Tail nodes = new Tail(original.opset(), arithmetic, original::uses);
    String rows = rows(nodes);
    String probabilities = new CalibrationNodes(nodes).append(calibration.model(), rows);
    nodes.addAs(
        PROBABILITIES, "Cast", List.of(probabilities), new Attribute("to", resultType().code()));
    nodes.reduceAs(CONFIDENCE, "ReduceMax", PROBABILITIES, 1, Reduced.GOES);
    return nodes.toBytes();
  }

  /** The logits as rows of classes, in the type that is calculated in. */
  private String rows(Tail nodes) {
    String rows = ending.tensor();
    if (ending.type().rank() > 2) {
      rows = nodes.add("Flatten", List.of(rows), new Attribute("axis", 1));
    }
    if (ending.type().elements() != arithmetic) {
      rows = nodes.cast(rows, arithmetic);
    }
    if (ending.form() == Form.PROBABILITIES) {
      // As core reads them: zero is the smallest normal number of single precision.
      String positive = nodes.add("Max", List.of(rows, nodes.scalar(Float.MIN_NORMAL)));
      rows = nodes.add("Log", List.of(positive));
    }
    return rows;
  }

  private ElementType resultType() {
    return ending.type().elements() == ElementType.DOUBLE ? ElementType.DOUBLE : ElementType.FLOAT;
  }

  /** Where the logits were found. */
  public Ending ending() {
    return ending;
  }

  /** The type that the added nodes calculate in. */
  public ElementType arithmetic() {
    return arithmetic;
  }

  /** The new model. */
  public byte[] toBytes() {
    MessageWriter graph = new MessageWriter();
    Dimension batch = ending.type().shape().get(0);
    Dimension classes = Dimension.of(calibration.model().classes());
    output(graph, PROBABILITIES, List.of(batch, classes));
    output(graph, CONFIDENCE, List.of(batch));
    MessageWriter metadata = new MessageWriter();
    metadata()
        .forEach(
            (key, value) -> metadata.message(METADATA, entry -> entry.text(1, key).text(2, value)));
    byte[] outputs = graph.toBytes();
    byte[] fields = Arrays.copyOf(tail, tail.length + outputs.length);
    System.arraycopy(outputs, 0, fields, tail.length, outputs.length);
    return original.withAppended(fields, metadata.toBytes());
  }

  private void output(MessageWriter graph, String name, List<Dimension> shape) {
    graph.message(
        GRAPH_OUTPUT, info -> GraphText.valueInfo(info, name, new TensorType(resultType(), shape)));
  }

  private Map<String, String> metadata() {
    CalibrationModel model = calibration.model();
    Map<String, String> metadata = new TreeMap<>();
    metadata.put(METADATA_PREFIX + "kind", model.kind());
    metadata.put(METADATA_PREFIX + "classes", Integer.toString(model.classes()));
    metadata.put(METADATA_PREFIX + "tensor", ending.tensor());
    metadata.put(METADATA_PREFIX + "method", calibration.provenance().method());
    metadata.put(METADATA_PREFIX + "seed", Long.toString(calibration.provenance().seed()));
    metadata.put(METADATA_PREFIX + "version", calibration.provenance().version());
    calibration
        .provenance()
        .inputs()
        .forEach((name, sha) -> metadata.put(METADATA_PREFIX + "input." + name, sha));
    if (model instanceof TemperatureModel temperature) {
      metadata.put(METADATA_PREFIX + "temperature", Double.toString(temperature.temperature()));
    }
    return metadata;
  }

  /** Writes the new model; a trial run of it may take {@link Network#LONGEST_RUN}. */
  public Written write(Path file) {
    return write(file, Network.LONGEST_RUN);
  }

  /**
   * Writes the new model, and copies of files with weights where it goes to another folder; all of
   * them or none.
   *
   * @param limit how long a trial run may take
   * @throws InputException where the model cannot be loaded or run, with the reason
   */
  public Written write(Path file, Duration limit) {
    byte[] bytes = toBytes();
    Written.Check check = new ModelCheck(original, calibration.model().classes(), limit).of(bytes);
    try (WeightFiles weights = WeightFiles.copy(original, file);
        AtomicFile output = AtomicFile.open(file)) {
      output.write(ByteBuffer.wrap(bytes));
      List<Path> copies = weights.commit();
      output.commit();
      return new Written(copies, check);
    }
  }

  /**
   * Whether the logits of random inputs are all distributions: then they are almost certainly
   * probabilities. False also where that cannot be found out, the network taking inputs of open
   * size.
   */
  public boolean looksLikeProbabilities() {
    if (ending.form() == Form.PROBABILITIES) {
      return false;
    }
    try (Network network = Network.open(original, Set.of(ending.tensor()))) {
      return network
          .tryOut(Set.of(ending.tensor()))
          .map(results -> Logits.of(results.get(ending.tensor())))
          .filter(Logits::looksLikeProbabilities)
          .isPresent();
    } catch (InputException | IllegalArgumentException notToBeFoundOut) {
      return false;
    }
  }

  /**
   * Largest difference between the added nodes, run alone by ONNX Runtime on random rows, and core.
   *
   * @throws InputException where ONNX Runtime cannot run them
   */
  public double differenceFromCore() {
    return new TailCheck(original.file(), original.opset(), ending, calibration.model(), tail)
        .largestDifference();
  }

  /** What numbers the added nodes calculate in. */
  public enum Arithmetic {
    /** Single precision where that provably suffices, else double. */
    AS_NEEDED,
    /** Single precision, for runtimes that have no other. */
    SINGLE,
    /** Double precision. */
    DOUBLE;

    ElementType of(CalibrationModel model, ElementType logits) {
      boolean safe = model instanceof IdentityModel || model instanceof TemperatureModel;
      boolean single =
          this == SINGLE || (this == AS_NEEDED && safe && logits != ElementType.DOUBLE);
      return single ? ElementType.FLOAT : ElementType.DOUBLE;
    }
  }
}
