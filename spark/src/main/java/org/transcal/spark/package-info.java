/**
 * Spark ML stages: an estimator and its model, a transformer for model files, an evaluator.
 *
 * <p>Read first: {@link org.transcal.spark.TransCalEstimator}. May depend on: {@code core}, {@code
 * io}, Spark. Does not belong here: formulas, which are in {@code core}.
 *
 * @since 0.1.0
 */
package org.transcal.spark;
