/**
 * Runs models with ONNX Runtime; the only package that depends on it.
 *
 * <p>Read first: {@link org.transcal.onnx.network.Network}. May depend on: {@code graph}, {@code
 * wire}, core's matrices, ONNX Runtime.
 *
 * @since 0.1.0
 */
package org.transcal.onnx.network;
