/**
 * A domain classifier whose rows are spread over machines: the loss of {@code core}'s {@code
 * DomainClassifier}, summed where the rows are.
 *
 * <p>Read first: {@link org.transcal.spark.shift.SpreadDomainClassifier}. May depend on: {@code
 * core}, {@code rows}, {@code sum}, Spark. Does not belong here: what the weights are used for.
 */
package org.transcal.spark.shift;
