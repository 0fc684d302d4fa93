/**
 * Nightly monitoring of the rows of a DataFrame.
 *
 * <p>Read first: {@link org.transcal.spark.monitoring.NightlyMonitor}. May depend on: {@code core},
 * {@code io}, Spark, {@code rows}. Does not belong here: formulas, which are in {@code core}.
 *
 * @since 0.1.0
 */
package org.transcal.spark.monitoring;
