/**
 * Protocol buffers by hand: fields walked in place and written, so that what we do not know is kept
 * byte for byte and a hostile file cannot make us allocate.
 *
 * <p>Read first: {@link org.transcal.onnx.wire.FieldCursor}. May depend on: {@code io.file}. Does
 * not belong here: what a field means ({@code graph}).
 */
package org.transcal.onnx.wire;
