/**
 * The one training loop: schedules, batches, seeds, divergence, the log.
 *
 * <p>Read first: {@link org.transcal.adapt.train.TrainingLoop}. May depend on: {@code method},
 * {@code network}, {@code data}, {@code tensor}. Does not belong here: anything that knows a single
 * method.
 */
package org.transcal.adapt.train;
