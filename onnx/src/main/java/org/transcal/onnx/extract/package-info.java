/**
 * Features and logits of many examples: finding images, running the network, writing results.
 *
 * <p>Read first: {@link org.transcal.onnx.extract.FeatureExtraction}, then {@link
 * org.transcal.onnx.extract.ImageSet}. May depend on: {@code image}, {@code network}, {@code
 * graph}, {@code export} (where logits are), {@code io}.
 *
 * @since 0.1.0
 */
package org.transcal.onnx.extract;
