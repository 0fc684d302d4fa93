/**
 * Speed of the Spark stages on generated rows; run by {@code research/bench/speed/spark}, never by
 * a build.
 *
 * <p>Read first: {@link org.transcal.spark.bench.SpeedStudy}. May depend on: everything here. Does
 * not belong here: tests.
 */
package org.transcal.spark.bench;
