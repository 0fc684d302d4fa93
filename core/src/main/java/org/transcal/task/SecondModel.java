package org.transcal.task;

import org.transcal.prediction.Logits;

/** What another model says about the source validation and target rows. */
public record SecondModel(Logits sourceValidation, Logits target) {}
