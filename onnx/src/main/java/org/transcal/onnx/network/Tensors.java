package org.transcal.onnx.network;

import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.TensorInfo;
import ai.onnxruntime.TensorInfo.OnnxTensorType;
import ai.onnxruntime.platform.Fp16Conversions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.transcal.io.file.Allocation;
import org.transcal.io.file.InputException;
import org.transcal.matrix.Matrix;
import org.transcal.onnx.graph.Dimension;
import org.transcal.onnx.graph.ElementType;
import org.transcal.onnx.graph.TensorType;

/** Conversions between matrices and tensors of ONNX Runtime. */
final class Tensors {
  /** How ONNX Runtime names sizes that have no name in the file. */
  private static final String INVENTED = "unk__";

  private Tensors() {}

  /** The type if the rank is known; a scalar looks like a tensor of unknown rank. */
  static Optional<TensorType> type(TensorInfo info) {
    long[] sizes = info.getShape();
    String[] symbols = info.getDimensionNames();
    if (sizes.length == 0) {
      return Optional.empty();
    }
    List<Dimension> shape = new ArrayList<>();
    for (int i = 0; i < sizes.length; i++) {
      String symbol = symbols == null || symbols[i] == null ? "" : symbols[i];
      if (symbol.startsWith(INVENTED)) {
        symbol = "";
      }
      shape.add(sizes[i] >= 0 ? Dimension.of(sizes[i]) : new Dimension(-1, symbol));
    }
    return Optional.of(new TensorType(elements(info.onnxType), shape));
  }

  private static ElementType elements(OnnxTensorType type) {
    String name = type.name().substring("ONNX_TENSOR_ELEMENT_DATA_TYPE_".length());
    return Arrays.stream(ElementType.values())
        .filter(known -> known.name().equals(name))
        .findFirst()
        .orElse(ElementType.OTHER);
  }

  static boolean isFloating(OnnxTensor tensor) {
    return elements(tensor.getInfo().onnxType).isFloating();
  }

  /** Rows as a tensor of a type. */
  static OnnxTensor of(
      OrtEnvironment environment, Matrix rows, List<Long> example, OnnxTensorType type)
      throws OrtException {
    long[] shape = shape(rows.rows(), example);
    return switch (type) {
      case ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT ->
          OnnxTensor.createTensor(environment, FloatBuffer.wrap(floats(rows)), shape);
      case ONNX_TENSOR_ELEMENT_DATA_TYPE_DOUBLE ->
          OnnxTensor.createTensor(environment, DoubleBuffer.wrap(doubles(rows)), shape);
      case ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT16 ->
          OnnxTensor.createTensor(
              environment,
              Fp16Conversions.convertFloatBufferToFp16Buffer(FloatBuffer.wrap(floats(rows))),
              shape,
              OnnxJavaType.FLOAT16);
      default ->
          throw new InputException(
              "The network takes "
                  + elements(type)
                  + "; only inputs of type float, double or float16 are supported");
    };
  }

  /** Whether rows can be converted to a tensor of the type. */
  static boolean canFeed(OnnxTensorType type) {
    return elements(type).isFloating() && elements(type) != ElementType.BFLOAT16;
  }

  static long[] shape(int rows, List<Long> example) {
    return LongStream.concat(LongStream.of(rows), example.stream().mapToLong(Long::longValue))
        .toArray();
  }

  /** Zeros, if the type has them. */
  static Optional<OnnxTensor> zeros(OrtEnvironment environment, OnnxJavaType type, long[] shape)
      throws OrtException {
    if (type == OnnxJavaType.STRING || type == OnnxJavaType.UNKNOWN) {
      return Optional.empty();
    }
    int bytes = Math.toIntExact(Arrays.stream(shape).reduce(type.size, Math::multiplyExact));
    ByteBuffer zeros = ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    return Optional.of(OnnxTensor.createTensor(environment, zeros, shape, type));
  }

  private static float[] floats(Matrix rows) {
    if (rows instanceof Matrix.OfFloats floats) {
      return floats.storage();
    }
    double[] doubles = doubles(rows);
    float[] floats = Allocation.floats("a batch", doubles.length);
    for (int i = 0; i < floats.length; i++) {
      floats[i] = (float) doubles[i];
    }
    return floats;
  }

  private static double[] doubles(Matrix rows) {
    double[] doubles = Allocation.doubles("a batch", (long) rows.rows() * rows.columns());
    for (int i = 0; i < doubles.length; i++) {
      doubles[i] = rows.get(i / rows.columns(), i % rows.columns());
    }
    return doubles;
  }

  /** A tensor's rows, flattened: doubles as doubles, everything else as floats. */
  static Matrix rows(OnnxTensor tensor, int rows) {
    if (elements(tensor.getInfo().onnxType) == ElementType.DOUBLE) {
      DoubleBuffer buffer = tensor.getDoubleBuffer();
      double[] values = Allocation.doubles("a batch", buffer.remaining());
      buffer.get(values);
      return Matrix.wrap(values, rows, values.length / rows);
    }
    FloatBuffer buffer = tensor.getFloatBuffer();
    float[] values = Allocation.floats("a batch", buffer.remaining());
    buffer.get(values);
    return Matrix.wrap(values, rows, values.length / rows);
  }
}
