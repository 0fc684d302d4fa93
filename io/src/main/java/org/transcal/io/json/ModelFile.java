package org.transcal.io.json;

import org.transcal.model.CalibrationModel;

/**
 * What a model file holds.
 *
 * @param model the model
 * @param provenance where it came from
 */
public record ModelFile(CalibrationModel model, Provenance provenance) {}
