package org.transcal.io.json;

import org.transcal.model.CalibrationModel;

/**
 * What a model file holds.
 *
 * @param model the model
 * @param provenance how it came about
 */
public record ModelFile(CalibrationModel model, Provenance provenance) {}
