/**
 * Adds a fitted calibration to a graph: nodes after the logits, next to the original outputs.
 *
 * <p>Read first: {@link org.transcal.onnx.export.CalibratedExport}, then {@code Prediction} (where
 * the logits are) and {@code CalibrationNodes} (the nodes of each kind of model). May depend on:
 * {@code graph}, {@code wire}, {@code network} (types, and the check against core), core's models,
 * {@code io.json}.
 *
 * @since 0.1.0
 */
package org.transcal.onnx.export;
