/**
 * A few well-chosen target labels: which rows to label, and what the labels say.
 *
 * <p>Read first: {@link org.transcal.labelling.LabelSampler}, then {@link
 * org.transcal.labelling.LabelledAccuracy}. May depend on: everything before it. Does not belong
 * here: estimates without target labels ({@code accuracy}), choosing a temperature ({@code
 * calibration}).
 */
package org.transcal.labelling;
