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
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.transcal.io.file.InputException;
import org.transcal.matrix.Matrix;
import org.transcal.onnx.graph.OnnxModel;
import org.transcal.onnx.graph.TensorType;
import org.transcal.onnx.wire.MessageWriter;

/**
 * A model ready to run.
 *
 * <p>Each run uses the calling thread alone, so that the same rows give the same bits however many
 * threads run batches side by side; runs are safe from several threads. A run that takes longer
 * than the time limit is stopped.
 */
public final class Network implements AutoCloseable {
  /** The time limit of a run where none is given. */
  public static final Duration LONGEST_RUN = Duration.ofMinutes(5);

  private static final String WEIGHTS_FOLDER =
      "session.model_external_initializers_file_folder_path";
  private static final int OUTPUT_FIELD = 12;

  private final Path file;
  private final OrtEnvironment environment;
  private final OrtSession session;
  private final Map<String, NodeInfo> inputs;
  private final Map<String, NodeInfo> outputs;
  private final Duration limit;
  private final ScheduledThreadPoolExecutor clock;

  private Network(Path file, OrtEnvironment environment, OrtSession session, Duration limit)
      throws OrtException {
    this.file = file;
    this.limit = limit;
    this.clock = clock();
    this.environment = environment;
    this.session = session;
    this.inputs = session.getInputInfo();
    this.outputs = session.getOutputInfo();
  }

  private static ScheduledThreadPoolExecutor clock() {
    ScheduledThreadPoolExecutor clock =
        new ScheduledThreadPoolExecutor(
            1,
            work -> {
              Thread thread = new Thread(work, "time-limit");
              thread.setDaemon(true);
              return thread;
            });
    clock.setRemoveOnCancelPolicy(true);
    return clock;
  }

  /** Loads a model whose runs may take {@link #LONGEST_RUN}. */
  public static Network open(OnnxModel model, Set<String> tensors) {
    return open(model, tensors, LONGEST_RUN);
  }

  /**
   * Loads a model.
   *
   * @param tensors names of tensors to be able to ask for, besides the graph's outputs
   * @param limit how long a run may take
   * @throws InputException where ONNX Runtime refuses the model, with its reason
   */
  public static Network open(OnnxModel model, Set<String> tensors, Duration limit) {
    model.weightFiles();
    MessageWriter more = new MessageWriter();
    for (String tensor : tensors) {
      boolean given = model.graph().outputs().stream().anyMatch(o -> o.name().equals(tensor));
      if (!given) {
        more.message(OUTPUT_FIELD, output -> output.text(1, tensor));
      }
    }
    return open(model.file(), model.withAppended(more.toBytes(), new byte[0]), limit);
  }

  /** Loads a model from its bytes whose runs may take {@link #LONGEST_RUN}. */
  public static Network open(Path file, byte[] model) {
    return open(file, model, LONGEST_RUN);
  }

  /** Loads a model from its bytes; {@code file} names it and is where its other files are. */
  public static Network open(Path file, byte[] model, Duration limit) {
    OrtEnvironment environment =
        OrtEnvironment.getEnvironment(OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL);
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      // For Windows; the version we pin has no telemetry elsewhere.
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

  /** The file it was loaded from. */
  public Path file() {
    return file;
  }

  /** Names of what must be fed. */
  public Set<String> inputs() {
    return inputs.keySet();
  }

  /** Type of an input; empty where it is no tensor or its rank is not known. */
  public Optional<TensorType> inputType(String name) {
    return type(inputs.get(name));
  }

  /** Type of an output; empty where it is no tensor or its rank is not known. */
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
   * @return of each wanted output its rows, flattened
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
   * Runs a few examples of random numbers; empty where the size of an input is open, unknown or
   * very large.
   *
   * @param wanted names of outputs
   */
  public Optional<Map<String, Matrix>> tryOut(Set<String> wanted) {
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
    try (TimeLimit time = new TimeLimit(clock, limit)) {
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
            "one run of the network was stopped after "
                + limit.toSeconds()
                + " s; if there is no endless loop in it, raise --time-limit");
      }
    }
  }

  private Matrix rows(String name, OnnxValue value, int rows) throws OrtException {
    if (!(value instanceof OnnxTensor tensor) || !Tensors.isFloating(tensor)) {
      throw InputException.in(
          file, "output " + InputException.quote(name) + " is no tensor of floating-point numbers");
    }
    long[] shape = tensor.getInfo().getShape();
    if (shape.length == 0 || shape[0] != rows) {
      throw InputException.in(
          file,
          "tensor "
              + InputException.quote(name)
              + " has "
              + (shape.length == 0 ? "no rows" : shape[0] + " rows")
              + " for a batch of "
              + rows
              + "; its first dimension must be the batch");
    }
    return Tensors.rows(tensor, rows);
  }

  @Override
  public void close() {
    clock.shutdownNow();
    try {
      session.close();
    } catch (OrtException e) {
      throw refused(file, "cannot be closed", e);
    }
  }
}
