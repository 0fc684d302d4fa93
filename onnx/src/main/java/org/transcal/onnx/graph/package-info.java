/**
 * ONNX models: operator sets, nodes, tensors and their types.
 *
 * <p>Read first: {@link org.transcal.onnx.graph.OnnxModel}. May depend on: {@code wire}, {@code
 * io.file}.
 *
 * @since 0.1.0
 */
package org.transcal.onnx.graph;
