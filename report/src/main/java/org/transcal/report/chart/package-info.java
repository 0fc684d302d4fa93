/**
 * Charts as inline SVG: a tiny layer of scales, axes and marks, and the charts drawn with it.
 *
 * <p>Marks carry the number they show in {@code data-} attributes, so that a test can compare what
 * a browser drew with what the core computed; colours are class names that the page's style
 * resolves, so that light, dark and print share one drawing. Read first: {@link
 * org.transcal.report.chart.Scale}, then {@link org.transcal.report.chart.ReliabilityChart}. May
 * depend on: {@code core}, {@code markup}. Does not belong here: sentences that judge a result.
 */
package org.transcal.report.chart;
