/**
 * Runs a model by ONNX Runtime; the only package that knows it.
 *
 * <p>Read first: {@link org.transcal.onnx.network.Network}. May depend on: {@code graph}, {@code
 * wire}, core's matrices, ONNX Runtime. Does not belong here: images, files of results.
 */
package org.transcal.onnx.network;
