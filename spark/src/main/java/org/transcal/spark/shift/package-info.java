/**
 * A domain classifier whose rows are on many machines: {@code core}'s loss and solver, with one
 * pass over the rows for each sum.
 *
 * <p>Read first: {@link org.transcal.spark.shift.DistributedDomainClassifier}. May depend on:
 * {@code core}, {@code rows}, {@code sum}, Spark. Does not belong here: formulas, and what the
 * weights are used for.
 */
package org.transcal.spark.shift;
