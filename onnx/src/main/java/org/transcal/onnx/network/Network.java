package org.transcal.onnx.network;

import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OnnxValue;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.transcal.io.file.InputException;
import org.transcal.matrix.Matrix;
import org.transcal.onnx.graph.GraphWriter;
import org.transcal.onnx.graph.OnnxModel;
import org.transcal.onnx.graph.TensorType;

/**
 * A model ready to run.
 *
 * <p>Thread-safe. Each run uses only the calling thread, so that results do not depend on how many
 * threads run batches. A run that exceeds the time limit is stopped.
 */
public final class Network implements AutoCloseable {
  /** The default time limit of a run. */
  public static final Duration LONGEST_RUN = Duration.ofMinutes(5);

  private static final String WEIGHTS_FOLDER =
      "session.model_external_initializers_file_folder_path";

  private final Path file;
  private final OrtEnvironment environment;
  private final OrtSession session;
  private final Map<String, NodeInfo> inputs;
  private final Map<String, NodeInfo> outputs;
  private final Duration limit;

  private Network(Path file, OrtEnvironment environment, OrtSession session, Duration limit)
      throws OrtException {
    this.file = file;
    this.limit = limit;
    this.environment = environment;
    this.session = session;
    this.inputs = session.getInputInfo();
    this.outputs = session.getOutputInfo();
  }

  /**
   * Loads a model.
   *
   * @param tensors inner tensors to make available in addition to the outputs
   * @param limit how long a run may take
   * @throws InputException if ONNX Runtime refuses the model, with its reason
   */
  public static Network open(OnnxModel model, Set<String> tensors, Duration limit) {
    model.weightFiles();
    GraphWriter more = new GraphWriter();
    Set<String> added = new TreeSet<>(tensors);
    model.graph().outputs().forEach(output -> added.remove(output.name()));
    added.forEach(more::output);
    return open(model.file(), model.withAppended(more.toBytes(), new byte[0]), limit);
  }

  /** Loads a model from its bytes; {@code file} names it and locates its weight files. */
  public static Network open(Path file, byte[] model, Duration limit) {
    OrtEnvironment environment =
        OrtEnvironment.getEnvironment(OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL);
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      // Only on Windows does the pinned version have telemetry.
      environment.setTelemetry(false);
      options.setSessionLogLevel(OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL);
      options.setIntraOpNumThreads(1);
      options.setInterOpNumThreads(1);
      Path folder = file.toAbsolutePath().getParent();
      options.addConfigEntry(WEIGHTS_FOLDER, folder == null ? "" : folder.toString());
      return new Network(file, environment, environment.createSession(model, options), limit);
    } catch (OrtException e) {
      throw refused(file, "cannot be loaded", e);
    }
  }

  private static InputException refused(Path file, String what, OrtException e) {
    return new InputException(file + ": " + what + " by ONNX Runtime: " + e.getMessage(), e);
  }

  public Path file() {
    return file;
  }

  public Set<String> inputs() {
    return inputs.keySet();
  }

  /** Type of an input; empty if it is not a tensor or its rank is unknown. */
  public Optional<TensorType> inputType(String name) {
    return type(inputs.get(name));
  }

  /** Type of an output; empty if it is not a tensor or its rank is unknown. */
  public Optional<TensorType> outputType(String name) {
    return type(outputs.get(name));
  }

  private static Optional<TensorType> type(NodeInfo info) {
    return info != null && info.getInfo() instanceof TensorInfo tensor
        ? Tensors.type(tensor)
        : Optional.empty();
  }

  /**
   * Runs rows.
   *
   * @param input the only input
   * @param rows one row per example
   * @param shape of one example
   * @param wanted names of outputs
   * @return the rows of each wanted output, flattened
   */
  public Map<String, Matrix> run(String input, Matrix rows, List<Long> shape, Set<String> wanted) {
    TensorInfo info = (TensorInfo) inputs.get(input).getInfo();
    try (OnnxTensor fed = Tensors.of(environment, rows, shape, info.onnxType)) {
      return run(Map.of(input, fed), rows.rows(), wanted);
    } catch (OrtException e) {
      throw refused(file, "cannot be run", e);
    }
  }

  /**
   * Runs a few random examples; empty if the size of an input is not fixed or very large.
   *
   * @param wanted names of outputs
   */
  public Optional<Map<String, Matrix>> runSample(Set<String> wanted) {
    try {
      Optional<SampleInputs> samples = SampleInputs.of(environment, inputs);
      if (samples.isEmpty()) {
        return Optional.empty();
      }
      try (SampleInputs fed = samples.get()) {
        return Optional.of(run(fed.tensors(), fed.rows(), wanted));
      }
    } catch (OrtException e) {
      throw refused(file, "cannot be run", e);
    }
  }

  private Map<String, Matrix> run(Map<String, OnnxTensor> fed, int rows, Set<String> wanted)
      throws OrtException {
    try (TimeLimit time = new TimeLimit(limit)) {
      try (OrtSession.Result result = session.run(fed, wanted, time.options())) {
        Map<String, Matrix> matrices = new LinkedHashMap<>();
        for (String name : wanted) {
          matrices.put(name, rows(name, result.get(name).orElseThrow(), rows));
        }
        return matrices;
      } catch (OrtException e) {
        if (!time.isExpired()) {
          throw e;
        }
        throw InputException.in(
            file,
            "one run of the network was stopped after %s s; unless it loops forever, raise"
                + " --time-limit",
            limit.toSeconds());
      }
    }
  }

  private Matrix rows(String name, OnnxValue value, int rows) throws OrtException {
    if (!(value instanceof OnnxTensor tensor) || !Tensors.isFloating(tensor)) {
      throw InputException.in(
          file, "output %s is not a floating-point tensor", InputException.quote(name));
    }
    long[] shape = tensor.getInfo().getShape();
    if (shape.length == 0 || shape[0] != rows) {
      throw InputException.in(
          file,
          "tensor %s has %s rows for a batch of %s; its first dimension must be the batch",
          InputException.quote(name),
          shape.length == 0 ? "no" : shape[0],
          rows);
    }
    return Tensors.rows(tensor, rows);
  }

  @Override
  public void close() {
    try {
      session.close();
    } catch (OrtException e) {
      throw refused(file, "cannot be closed", e);
    }
  }
}
