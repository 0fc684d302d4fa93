/**
 * {@code transcal estimate}: target accuracy without target labels.
 *
 * <p>Read first: {@link org.transcal.cli.estimate.EstimateCommand}. May depend on: core, io,
 * report, {@code option}, {@code terminal}. Does not belong here: estimates and verdicts (core's
 * {@code accuracy}).
 */
package org.transcal.cli.estimate;
