package org.transcal.onnx.example;

import ai.onnxruntime.platform.Fp16Conversions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.transcal.io.file.ByteSource;
import org.transcal.onnx.graph.ElementType;
import org.transcal.onnx.graph.OnnxModel;
import org.transcal.onnx.wire.MessageWriter;

/** Builds small ONNX files for tests, field by field. */
public final class TestGraph {
  private final MessageWriter model = new MessageWriter();
  private final MessageWriter graph = new MessageWriter();
  private final MessageWriter after = new MessageWriter();

  private TestGraph() {}

  /** A model of some version of the standard operators; file version 8 goes with all of them. */
  public static TestGraph ofOpset(long opset) {
    TestGraph test = new TestGraph();
    test.model.integer(1, 8).text(2, "test");
    test.graph.text(2, "test graph");
    test.after.message(8, entry -> entry.text(1, "").integer(2, opset));
    return test;
  }

  /** Imports another domain. */
  public TestGraph importing(String domain, long version) {
    after.message(8, entry -> entry.text(1, domain).integer(2, version));
    return this;
  }

  /** Adds an entry of metadata. */
  public TestGraph metadata(String key, String value) {
    after.message(14, entry -> entry.text(1, key).text(2, value));
    return this;
  }

  /** Adds an input; dimensions are numbers or names. */
  public TestGraph input(String name, ElementType type, Object... dimensions) {
    graph.message(11, info -> value(info, name, type, dimensions));
    return this;
  }

  /** Adds an output; dimensions are numbers or names. */
  public TestGraph output(String name, ElementType type, Object... dimensions) {
    graph.message(12, info -> value(info, name, type, dimensions));
    return this;
  }

  /** Adds an output whose type is not said. */
  public TestGraph untypedOutput(String name) {
    graph.message(12, info -> info.text(1, name));
    return this;
  }

  /** Adds an output that is a sequence of maps. */
  public TestGraph sequenceOutput(String name) {
    graph.message(
        12,
        info ->
            info.text(1, name)
                .message(
                    2,
                    type ->
                        type.message(
                            4,
                            sequence ->
                                sequence.message(
                                    1,
                                    map ->
                                        map.message(
                                            5,
                                            m ->
                                                m.integer(1, 7)
                                                    .message(
                                                        2,
                                                        v ->
                                                            v.message(
                                                                1, t -> t.integer(1, 1))))))));
    return this;
  }

  private static void value(
      MessageWriter info, String name, ElementType type, Object... dimensions) {
    info.text(1, name)
        .message(
            2,
            value ->
                value.message(
                    1,
                    tensor ->
                        tensor
                            .integer(1, type.code())
                            .message(
                                2,
                                shape -> {
                                  for (Object size : dimensions) {
                                    shape.message(
                                        1,
                                        d -> {
                                          if (size instanceof Number fixed) {
                                            d.integer(1, fixed.longValue());
                                          } else {
                                            d.text(2, (String) size);
                                          }
                                        });
                                  }
                                })));
  }

  /** Adds a node of one output. */
  public TestGraph node(String operator, List<String> inputs, String output) {
    return node(operator, "", inputs, List.of(output), Map.of());
  }

  /** Adds a node of one output with attributes: integers, lists of integers, texts or graphs. */
  public TestGraph node(
      String operator, List<String> inputs, String output, Map<String, Object> attributes) {
    return node(operator, "", inputs, List.of(output), attributes);
  }

  /** Adds a node. */
  public TestGraph node(
      String operator,
      String domain,
      List<String> inputs,
      List<String> outputs,
      Map<String, Object> attributes) {
    graph.message(
        1,
        node -> {
          inputs.forEach(input -> node.text(1, input));
          outputs.forEach(output -> node.text(2, output));
          node.text(4, operator);
          attributes.forEach((name, value) -> node.message(5, a -> attribute(a, name, value)));
          if (!domain.isEmpty()) {
            node.text(7, domain);
          }
        });
    return this;
  }

  private static void attribute(MessageWriter attribute, String name, Object value) {
    attribute.text(1, name);
    if (value instanceof Integer integer) {
      attribute.integer(3, integer).integer(20, 2);
    } else if (value instanceof String text) {
      attribute.text(4, text).integer(20, 3);
    } else if (value instanceof TestGraph inner) {
      attribute.bytes(6, inner.graph.toBytes()).integer(20, 5);
    } else {
      for (int integer : (int[]) value) {
        attribute.integer(8, integer);
      }
      attribute.integer(20, 7);
    }
  }

  /** Adds constant numbers. */
  public TestGraph weights(String name, ElementType type, double[] values, int... shape) {
    graph.message(
        5,
        tensor -> {
          for (int size : shape) {
            tensor.integer(1, size);
          }
          tensor.integer(2, type.code()).text(8, name).bytes(9, raw(type, values));
        });
    return this;
  }

  /** Adds constants that are stored in a separate file. */
  public TestGraph weightsElsewhere(
      String name, ElementType type, String location, long offset, long length, int... shape) {
    graph.message(
        5,
        tensor -> {
          for (int size : shape) {
            tensor.integer(1, size);
          }
          tensor
              .integer(2, type.code())
              .text(8, name)
              .message(13, e -> e.text(1, "location").text(2, location))
              .message(13, e -> e.text(1, "offset").text(2, Long.toString(offset)))
              .message(13, e -> e.text(1, "length").text(2, Long.toString(length)))
              .integer(14, 1);
        });
    return this;
  }

  /** Numbers as a tensor stores them. */
  public static byte[] raw(ElementType type, double... values) {
    int size =
        switch (type) {
          case FLOAT -> 4;
          case FLOAT16 -> 2;
          default -> 8;
        };
    ByteBuffer raw = ByteBuffer.allocate(values.length * size).order(ByteOrder.LITTLE_ENDIAN);
    for (double value : values) {
      switch (type) {
        case FLOAT -> raw.putFloat((float) value);
        case FLOAT16 -> raw.putShort(Fp16Conversions.floatToFp16((float) value));
        case DOUBLE -> raw.putDouble(value);
        default -> raw.putLong((long) value);
      }
    }
    return raw.array();
  }

  /** The file's bytes. */
  public byte[] toBytes() {
    MessageWriter whole = new MessageWriter();
    byte[] head = model.toBytes();
    byte[] body = whole.bytes(7, graph.toBytes()).toBytes();
    byte[] end = after.toBytes();
    return ByteBuffer.allocate(head.length + body.length + end.length)
        .put(head)
        .put(body)
        .put(end)
        .array();
  }

  /** The model, read from memory. */
  public OnnxModel model() {
    try {
      return OnnxModel.read(ByteSource.of(Path.of("test.onnx"), toBytes()));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Writes the model. */
  public Path write(Path file) {
    try {
      return Files.write(file, toBytes());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
