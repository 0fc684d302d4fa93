package org.transcal.metric;

import java.util.SplittableRandom;

/** Kinds of confidences and correctness that metrics must handle. */
enum SampleKind {
  EVEN,
  CALIBRATED,
  NEAR_ONE,
  FEW_VALUES,
  TIES_AMONG_OTHERS,
  CONSTANT,
  ALL_CORRECT,
  ALL_WRONG,
  ANTICALIBRATED;

  /** Random rows of this kind. */
  ConfidenceRows rows(int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    ConfidenceRows rows = new ConfidenceRows();
    for (int i = 0; i < count; i++) {
      double confidence = confidence(random);
      rows.add(confidence, isCorrect(confidence, random) ? 1 : 0, 1);
    }
    return rows;
  }

  private double confidence(SplittableRandom random) {
    double u = random.nextDouble();
    return switch (this) {
      case NEAR_ONE -> 1 - Math.pow(2, -60 * u);
      case FEW_VALUES -> Math.rint(u * 20) / 20;
      case TIES_AMONG_OTHERS -> u < 0.3 ? 0.75 : u < 0.4 ? 1 : random.nextDouble();
      case CONSTANT -> 0.7;
      default -> u;
    };
  }

  private boolean isCorrect(double confidence, SplittableRandom random) {
    return switch (this) {
      case ALL_CORRECT -> true;
      case ALL_WRONG -> false;
      case ANTICALIBRATED -> random.nextDouble() < 1 - confidence;
      case CALIBRATED -> random.nextDouble() < confidence;
      default -> random.nextDouble() < 0.1 + 0.7 * confidence;
    };
  }
}
