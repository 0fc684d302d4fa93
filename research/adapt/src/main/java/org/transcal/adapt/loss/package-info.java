/**
 * Formulas that loss functions are made of.
 *
 * <p>Read first: {@link org.transcal.adapt.loss.CrossEntropy}. May depend on: {@code tensor}, DJL.
 *
 * @since 0.1.0
 */
package org.transcal.adapt.loss;
