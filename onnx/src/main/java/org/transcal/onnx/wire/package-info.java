/**
 * Protocol buffers, read in place and written field by field: unknown fields are kept byte for
 * byte, and a hostile file cannot cause large allocations.
 *
 * <p>Read first: {@link org.transcal.onnx.wire.FieldCursor}. May depend on: {@code io.file}.
 */
package org.transcal.onnx.wire;
