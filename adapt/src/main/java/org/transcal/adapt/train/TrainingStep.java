package org.transcal.adapt.train;

/**
 * One line of a training log.
 *
 * @param step from 0 on
 * @param learningRate of the step
 * @param ramp λ_p
 * @param sourceLoss cross-entropy on the source batch
 * @param transferLoss what the method adds; 0 where it adds nothing
 * @param sourceAccuracy share of the source batch that was classified right, with dropout
 */
public record TrainingStep(
    int step,
    double learningRate,
    double ramp,
    double sourceLoss,
    double transferLoss,
    double sourceAccuracy) {}
