/**
 * Bakes a fitted calibration into a graph: nodes after the logits, beside the original outputs.
 *
 * <p>Read first: {@link org.transcal.onnx.export.CalibratedExport}, then {@code Ending} (where the
 * logits are) and {@code CalibrationNodes} (what each kind of model becomes). May depend on: {@code
 * graph}, {@code wire}, {@code network} (types, and the check against core), core's models, {@code
 * io.json}. Does not belong here: command lines ({@code command}).
 */
package org.transcal.onnx.export;
