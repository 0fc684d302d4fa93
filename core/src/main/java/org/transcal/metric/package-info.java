/**
 * How good probabilities are: calibration errors, proper scores, reliability diagrams, intervals.
 *
 * <p>Read first: {@link org.transcal.metric.CalibrationMetric}. May depend on: {@code matrix},
 * {@code kernel}, {@code prediction}. Does not belong here: anything fitted.
 */
package org.transcal.metric;
