package org.transcal.adapt.train;

/**
 * One line of a training log.
 *
 * @param step from 0 on
 * @param learningRate learning rate
 * @param ramp λ_p
 * @param sourceLoss cross-entropy on the source batch
 * @param transferLoss the method's own loss; 0 if it has none
 * @param sourceAccuracy accuracy on the source batch, with dropout
 */
public record TrainingStep(
    int step,
    double learningRate,
    double ramp,
    double sourceLoss,
    double transferLoss,
    double sourceAccuracy) {}
