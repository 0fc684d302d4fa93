/**
 * How good probabilities are: calibration errors, proper scores, reliability diagrams, intervals.
 *
 * <p>Read first: {@link org.transcal.metric.CalibrationMetric}, then its two kinds: {@link
 * org.transcal.metric.MergeableMetric} sums over rows, {@link org.transcal.metric.ConfidenceMetric}
 * looks at rows in order of confidence. A metric is one record, registered in {@link
 * org.transcal.metric.CalibrationMetrics}; {@link org.transcal.metric.MetricEvaluation} then has
 * it, with an interval. {@link org.transcal.metric.StreamingEvaluation} measures any number of rows
 * and keeps 8 bytes of each. May depend on: {@code matrix}, {@code kernel}, {@code prediction}.
 * Does not belong here: anything fitted.
 */
package org.transcal.metric;
