/**
 * Rows of a DataFrame, checked and cached in blocks on the executors.
 *
 * <p>Read first: {@link org.transcal.spark.rows.TaskRows}. May depend on: {@code core}, {@code
 * sum}, Spark. Does not belong here: what is computed from the rows.
 */
package org.transcal.spark.rows;
