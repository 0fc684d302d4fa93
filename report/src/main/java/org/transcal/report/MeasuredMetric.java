package org.transcal.report;

/**
 * A metric as measured, with its 95 % interval.
 *
 * @param title the metric's name with its convention, such as "ECE (15 equal-width bins)"
 * @param value the value; may be infinite
 * @param low lower end of the interval; NaN where there is none
 * @param high upper end of the interval; NaN where there is none
 */
public record MeasuredMetric(String title, double value, double low, double high) {}
