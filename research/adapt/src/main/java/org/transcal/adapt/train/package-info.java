/**
 * The one training loop: schedules, batches, seeds, divergence, the log.
 *
 * <p>Read first: {@link org.transcal.adapt.train.TrainingLoop}. May depend on: {@code method},
 * {@code network}, {@code data}, {@code tensor}.
 *
 * @since 0.1.0
 */
package org.transcal.adapt.train;
