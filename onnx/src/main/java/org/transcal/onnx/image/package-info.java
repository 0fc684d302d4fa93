/**
 * From an image file to a network's input values: decode, resize, crop, normalise.
 *
 * <p>Read first: {@link org.transcal.onnx.image.Preprocessing}. May depend on: {@code io.file},
 * javax.imageio.
 *
 * @since 0.1.0
 */
package org.transcal.onnx.image;
