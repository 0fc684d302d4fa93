package org.transcal.io.json;

import org.transcal.model.CalibrationModel;

/** A model and how it came about. */
public record ModelFile(CalibrationModel model, Provenance provenance) {}
