/**
 * Calibration errors, proper scores, reliability diagrams and intervals.
 *
 * <p>Read first: {@link org.transcal.metric.CalibrationMetric}, then its two kinds: {@link
 * org.transcal.metric.MergeableMetric} sums over rows, {@link org.transcal.metric.ConfidenceMetric}
 * needs rows in order of confidence. {@link org.transcal.metric.CalibrationMetrics} has the
 * built-in ones; {@link org.transcal.metric.MetricEvaluation} measures them or your own, with
 * intervals; {@link org.transcal.metric.StreamingEvaluation} does so for any number of rows. May
 * depend on: {@code matrix}, {@code kernel}, {@code prediction}, {@code parallel}. Does not belong
 * here: anything fitted.
 */
package org.transcal.metric;
