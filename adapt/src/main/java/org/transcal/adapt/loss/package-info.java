/**
 * Formulas that loss functions are made of.
 *
 * <p>Read first: {@link org.transcal.adapt.loss.CrossEntropy}. May depend on: {@code tensor}, DJL.
 * Does not belong here: which pieces a method puts together ({@code method}).
 */
package org.transcal.adapt.loss;
