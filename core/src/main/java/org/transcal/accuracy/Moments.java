package org.transcal.accuracy;

import org.transcal.matrix.Frequencies;

/**
 * Means and sample covariances of a weighted loss, the weight variate and the correctness variate.
 *
 * @param meanLoss mean of the terms
 * @param meanWeight mean of the weight variate's spread
 * @param meanCorrectness mean of the correctness variate's spread
 * @param lossWeight covariance of terms and weight
 * @param lossCorrectness covariance of terms and correctness
 * @param weightVariance variance of the weight
 * @param weightCorrectness covariance of weight and correctness
 * @param correctnessVariance variance of the correctness
 */
record Moments(
    double meanLoss,
    double meanWeight,
    double meanCorrectness,
    double lossWeight,
    double lossCorrectness,
    double weightVariance,
    double weightCorrectness,
    double correctnessVariance) {

  /** All of them in two passes: sums of products of centred values lose no digits. */
  static Moments of(
      double[] terms, double[] weight, double[] correctness, Frequencies frequencies) {
    double sumTerms = 0;
    double sumWeight = 0;
    double sumCorrectness = 0;
    for (int i = 0; i < terms.length; i++) {
      double f = frequencies.get(i);
      if (f > 0) {
        sumTerms += f * terms[i];
        sumWeight += f * weight[i];
        sumCorrectness += f * correctness[i];
      }
    }
    double total = frequencies.total();
    double meanTerms = sumTerms / total;
    double meanWeight = sumWeight / total;
    double meanCorrectness = sumCorrectness / total;
    double lossWeight = 0;
    double lossCorrectness = 0;
    double weightWeight = 0;
    double weightCorrectness = 0;
    double correctnessCorrectness = 0;
    for (int i = 0; i < terms.length; i++) {
      double f = frequencies.get(i);
      if (f > 0) {
        double x = terms[i] - meanTerms;
        double s = weight[i] - meanWeight;
        double r = correctness[i] - meanCorrectness;
        lossWeight += f * x * s;
        lossCorrectness += f * x * r;
        weightWeight += f * s * s;
        weightCorrectness += f * s * r;
        correctnessCorrectness += f * r * r;
      }
    }
    double divisor = total > 1 ? total - 1 : Double.NaN;
    return new Moments(
        meanTerms,
        meanWeight,
        meanCorrectness,
        lossWeight / divisor,
        lossCorrectness / divisor,
        weightWeight / divisor,
        weightCorrectness / divisor,
        correctnessCorrectness / divisor);
  }
}
