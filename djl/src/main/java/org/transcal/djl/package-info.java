/**
 * Calibrated predictions inside the Deep Java Library.
 *
 * <p>Read first: {@link org.transcal.djl.CalibratedTranslator}. May depend on: core's models,
 * {@code io.json}, DJL's api. Does not belong here: an engine, training ({@code adapt}).
 *
 * @since 0.1.0
 */
package org.transcal.djl;
