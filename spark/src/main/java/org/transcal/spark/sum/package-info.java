/**
 * Sums over distributed rows.
 *
 * <p>Read first: {@link org.transcal.spark.sum.ExactSums}. May depend on: the JDK. Does not belong
 * here: what is summed, and Spark itself.
 */
package org.transcal.spark.sum;
