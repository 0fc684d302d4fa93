/**
 * The commands that this module adds to {@code transcal}: {@code extract} and {@code export}.
 *
 * <p>Read first: {@link org.transcal.onnx.command.ExportCommand}. May depend on: everything in this
 * module, the command's terminal, picocli. Does not belong here: what the commands do.
 */
package org.transcal.onnx.command;
