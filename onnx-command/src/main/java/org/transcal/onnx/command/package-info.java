/**
 * The add-on commands {@code transcal extract} and {@code transcal export}.
 *
 * <p>Read first: {@link org.transcal.onnx.command.ExportCommand}. May depend on: the library {@code
 * onnx}, the command's terminal, picocli. Does not belong here: what the commands do.
 */
package org.transcal.onnx.command;
