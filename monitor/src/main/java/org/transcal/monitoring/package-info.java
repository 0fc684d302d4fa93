/**
 * Nightly monitoring of a deployed classifier, without labels.
 *
 * <p>A {@link org.transcal.monitoring.Reference} holds the source evidence, the calibration model
 * and how much each {@link org.transcal.monitoring.Metric} varies over quiet batches. A {@link
 * org.transcal.monitoring.Monitor} compares a {@link org.transcal.monitoring.Batch} with it and
 * gives one {@link org.transcal.monitoring.BatchResult} for all rows and one for each segment.
 *
 * <p>Read first: {@link org.transcal.monitoring.Monitor}. May depend on: {@code accuracy} and
 * everything before it. Does not belong here: histories on disk ({@code
 * org.transcal.monitoring.history}).
 *
 * @since 0.1.0
 */
package org.transcal.monitoring;
