/**
 * Reports: one HTML file that opens offline, from results of the core to text.
 *
 * <p>Read first: {@link org.transcal.report.FitReport}, which lists its sections in reading order.
 * May depend on: {@code core}, {@code monitor}, {@code markup}, {@code chart}. Does not belong
 * here: numbers (the core computes them; only their layout is decided here) and files ({@code io}
 * writes them).
 *
 * @since 0.1.0
 */
package org.transcal.report;
