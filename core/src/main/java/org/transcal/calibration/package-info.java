/**
 * Learners: from a task to a calibration model.
 *
 * <p>Learner and learned are two objects, both immutable. Read first: {@link
 * org.transcal.calibration.Calibrator}, then {@link org.transcal.calibration.TransCal}. May depend
 * on: everything before it. Does not belong here: running many methods ({@code comparison}).
 */
package org.transcal.calibration;
