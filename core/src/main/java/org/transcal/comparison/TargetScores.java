package org.transcal.comparison;

/**
 * A method's scores on labelled target rows.
 *
 * @param accuracy share of correct predictions
 * @param ece expected calibration error over equal-width bins
 * @param nll mean negative log likelihood; infinite if a true class got probability 0
 * @param brier mean squared distance between probabilities and truth, summed over classes
 */
public record TargetScores(double accuracy, double ece, double nll, double brier) {}
