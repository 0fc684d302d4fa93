package org.transcal.onnx.export;

import org.transcal.onnx.graph.Dimension;
import org.transcal.onnx.graph.TensorType;
import org.transcal.onnx.wire.MessageWriter;

/** Messages of a graph other than nodes. */
final class GraphText {
  private GraphText() {}

  static void valueInfo(MessageWriter info, String name, TensorType type) {
    info.text(1, name)
        .message(
            2,
            value ->
                value.message(
                    1,
                    tensor ->
                        tensor
                            .integer(1, type.elements().code())
                            .message(
                                2,
                                shape ->
                                    type.shape()
                                        .forEach(d -> shape.message(1, m -> dimension(m, d))))));
  }

  private static void dimension(MessageWriter message, Dimension dimension) {
    if (dimension.isFixed()) {
      message.integer(1, dimension.size());
    } else if (!dimension.symbol().isEmpty()) {
      message.text(2, dimension.symbol());
    }
  }
}
