/**
 * Target error or accuracy without target labels.
 *
 * <p>Read first: {@link org.transcal.risk.WeightedError}. May depend on: everything before it. Does
 * not belong here: choosing a temperature ({@code calibration}).
 */
package org.transcal.risk;
