/**
 * Calibration models: immutable maps from logits to calibrated probabilities.
 *
 * <p>A model is defined by its kind, its number of classes and its {@link
 * org.transcal.model.CalibrationModel#parameters() parameters}; files, Spark and ONNX encode those.
 * Read first: {@link org.transcal.model.CalibrationModel}. May depend on: {@code matrix}, {@code
 * kernel}, {@code prediction}. Does not belong here: fitting ({@code calibration}).
 */
package org.transcal.model;
