package org.transcal.onnx.network;

import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.TensorInfo;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.transcal.matrix.Matrix;
import org.transcal.onnx.graph.Dimension;
import org.transcal.onnx.graph.TensorType;

/** A few examples for a trial run: random floating-point numbers, zeros for integers. */
final class SampleInputs implements AutoCloseable {
  private static final int ROWS = 3;
  private static final long MOST_VALUES = 1 << 24;
  private static final long SEED = 1;

  private final Map<String, OnnxTensor> tensors = new LinkedHashMap<>();

  private SampleInputs() {}

  /** Examples for a network; empty if the size of an input is not fixed or very large. */
  static Optional<SampleInputs> of(OrtEnvironment environment, Map<String, NodeInfo> inputs)
      throws OrtException {
    SplittableRandom random = new SplittableRandom(SEED);
    SampleInputs samples = new SampleInputs();
    try {
      for (Map.Entry<String, NodeInfo> input : inputs.entrySet()) {
        if (input.getValue().getInfo() instanceof TensorInfo info) {
          Optional<OnnxTensor> sample = sample(environment, info, random);
          sample.ifPresent(tensor -> samples.tensors.put(input.getKey(), tensor));
        }
      }
    } catch (OrtException e) {
      samples.close();
      throw e;
    }
    long batches = samples.tensors.values().stream().map(SampleInputs::rows).distinct().count();
    if (samples.tensors.size() == inputs.size() && batches == 1) {
      return Optional.of(samples);
    }
    samples.close();
    return Optional.empty();
  }

  private static Optional<OnnxTensor> sample(
      OrtEnvironment environment, TensorInfo info, SplittableRandom random) throws OrtException {
    Optional<TensorType> type = Tensors.type(info);
    if (type.isEmpty()) {
      return Optional.empty();
    }
    Dimension batch = type.get().shape().get(0);
    List<Dimension> example = type.get().shape().subList(1, type.get().rank());
    long rows = batch.isFixed() ? batch.size() : ROWS;
    long columns = 1;
    for (Dimension dimension : example) {
      // A size that is not fixed is below 0.
      columns *= Math.min(dimension.size(), MOST_VALUES);
      if (columns < 1 || columns > MOST_VALUES) {
        return Optional.empty();
      }
    }
    if (rows < 1 || rows > MOST_VALUES / columns) {
      return Optional.empty();
    }
    float[] values = new float[(int) (rows * columns)];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) random.nextDouble(-2, 2);
    }
    Matrix matrix = Matrix.wrap(values, (int) rows, (int) columns);
    List<Long> shape = example.stream().map(Dimension::size).toList();
    return Tensors.canFeed(info.onnxType)
        ? Optional.of(Tensors.of(environment, matrix, shape, info.onnxType))
        : Tensors.zeros(environment, info.type, Tensors.shape((int) rows, shape));
  }

  private static long rows(OnnxTensor tensor) {
    return tensor.getInfo().getShape()[0];
  }

  int rows() {
    return (int) rows(tensors.values().iterator().next());
  }

  Map<String, OnnxTensor> tensors() {
    return tensors;
  }

  @Override
  public void close() {
    tensors.values().forEach(OnnxTensor::close);
  }
}
