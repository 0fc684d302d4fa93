/**
 * ONNX models: operator sets, nodes, tensors and their types.
 *
 * <p>Read first: {@link org.transcal.onnx.graph.OnnxModel}. May depend on: {@code wire}, {@code
 * io.file}. Does not belong here: running a model ({@code network}), calibration ({@code export}).
 */
package org.transcal.onnx.graph;
