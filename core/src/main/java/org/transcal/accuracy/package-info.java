/**
 * Target accuracy without target labels: estimators, their pool, intervals, verdict, monitoring.
 *
 * <p>Read first: {@link org.transcal.accuracy.TargetEstimator}. May depend on: everything before
 * it. Does not belong here: choosing a temperature ({@code calibration}).
 */
package org.transcal.accuracy;
