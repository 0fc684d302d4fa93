/**
 * An example to try the commands with: a small network and images it classifies.
 *
 * <p>Read first: {@link org.transcal.onnx.demo.ExampleFolder}. May depend on: {@code graph}, {@code
 * wire}, core's matrices, {@code io.file}.
 *
 * @since 0.1.0
 */
package org.transcal.onnx.demo;
