/**
 * What was learned: immutable maps from logits to calibrated probabilities.
 *
 * <p>Small enough to travel: a model is its kind, its number of classes and its {@link
 * org.transcal.model.CalibrationModel#parameters() parameters}, which files, Spark and ONNX encode
 * in their own way. Read first: {@link org.transcal.model.CalibrationModel}. May depend on: {@code
 * matrix}, {@code kernel}, {@code prediction}. Does not belong here: fitting ({@code calibration}).
 */
package org.transcal.model;
