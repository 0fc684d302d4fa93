/**
 * Spark on one machine, to try things out: the program of {@code spark/run-local}.
 *
 * <p>Read first: {@link org.transcal.spark.local.LocalRun}. May depend on: everything in this
 * module. Does not belong here: anything a cluster needs.
 */
package org.transcal.spark.local;
