/**
 * Mean confidence of a target that is spread over machines.
 *
 * <p>Read first: {@link org.transcal.spark.confidence.SpreadConfidence}. May depend on: {@code
 * core}, {@code rows}, {@code sum}, Spark. Does not belong here: choosing a temperature, which is
 * {@code core}'s.
 */
package org.transcal.spark.confidence;
