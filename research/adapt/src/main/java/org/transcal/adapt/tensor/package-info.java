/**
 * The engine, and constants that are safe to combine with gradients.
 *
 * <p>Read first: {@link org.transcal.adapt.tensor.Constants}. May depend on: DJL and its PyTorch
 * engine.
 *
 * @since 0.1.0
 */
package org.transcal.adapt.tensor;
