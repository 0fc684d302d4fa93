package org.transcal.metric;

import java.util.SplittableRandom;
import org.transcal.matrix.Frequencies;

/** Kinds of confidences and correctness that a summary of rows must stand. */
enum Crowd {
  EVEN,
  CALIBRATED,
  NEAR_ONE,
  FEW_VALUES,
  TIES_AMONG_OTHERS,
  CONSTANT,
  ALL_RIGHT,
  ALL_WRONG,
  UPSIDE_DOWN;

  /** Confidences that carry correctness as their sign, as {@link Outcomes} takes them. */
  double[] rows(int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] signed = new double[count];
    for (int i = 0; i < count; i++) {
      double confidence = confidence(random);
      signed[i] = Outcomes.signed(confidence, isRight(confidence, random) ? 1 : 0);
    }
    return signed;
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

  private boolean isRight(double confidence, SplittableRandom random) {
    return switch (this) {
      case ALL_RIGHT -> true;
      case ALL_WRONG -> false;
      case UPSIDE_DOWN -> random.nextDouble() < 1 - confidence;
      case CALIBRATED -> random.nextDouble() < confidence;
      default -> random.nextDouble() < 0.1 + 0.7 * confidence;
    };
  }

  static ConfidenceLevels exact(double[] signed) {
    return new Outcomes(signed, signed.length).levels(Frequencies.ones(signed.length));
  }

  static CellTable table(double[] signed, int mostCells) {
    CellTable table = new CellTable(mostCells);
    for (double row : signed) {
      table.add(Math.abs(row), Outcomes.isCorrect(row) ? 1 : 0, 1);
    }
    return table;
  }
}
