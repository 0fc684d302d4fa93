/**
 * Predictions of a classifier and true labels.
 *
 * <p>Logits and probabilities are different types, never a flag. Read first: {@link
 * org.transcal.prediction.Logits}. May depend on: {@code matrix}, {@code kernel}. Does not belong
 * here: scores of any kind ({@code metric}).
 */
package org.transcal.prediction;
