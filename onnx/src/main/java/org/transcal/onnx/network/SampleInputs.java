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
    double values = batch.isFixed() ? batch.size() : ROWS;
    List<Long> example = type.get().shape().stream().skip(1).map(Dimension::size).toList();
    for (long size : example) {
      values *= size;
    }
    // A size that is not fixed is below 0.
    if (!(values >= 1 && values <= MOST_VALUES) || example.stream().anyMatch(size -> size < 1)) {
      return Optional.empty();
    }
    int rows = batch.isFixed() ? (int) batch.size() : ROWS;
    float[] numbers = new float[(int) values];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = (float) random.nextDouble(-2, 2);
    }
    Matrix matrix = Matrix.wrap(numbers, rows, numbers.length / rows);
    return Tensors.canFeed(info.onnxType)
        ? Optional.of(Tensors.of(environment, matrix, example, info.onnxType))
        : Tensors.zeros(environment, info.type, Tensors.shape(rows, example));
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
