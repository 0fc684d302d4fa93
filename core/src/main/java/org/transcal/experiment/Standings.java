package org.transcal.experiment;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.transcal.comparison.Score;
import org.transcal.experiment.ScoreTable.Cell;
import org.transcal.experiment.ScoreTable.Standing;

/** Which cells of a column are best and second. */
final class Standings {
  /** A negative scale marks those who do not compete; no rounded loss has one. */
  private static final BigDecimal NOBODY = BigDecimal.valueOf(1, -1);

  private Standings() {}

  /**
   * The standing of each cell. Values that look equal as tables show them are equal; a method that
   * saw target labels, or did not run on all tasks, does not compete; if all are equal nobody won.
   */
  static List<Standing> of(Score score, List<String> methods, List<Cell> cells, int tasks) {
    TreeSet<BigDecimal> values = new TreeSet<>();
    List<BigDecimal> losses = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      Cell cell = cells.get(i);
      boolean competes =
          cell.tasks() == tasks
              && !Trials.isYardstick(methods.get(i))
              && cell.spread().isPresent()
              && Double.isFinite(cell.spread().get().mean());
      BigDecimal loss = competes ? shown(score, cell.spread().get().mean()) : NOBODY;
      losses.add(loss);
      if (competes) {
        values.add(loss);
      }
    }
    List<Standing> standings = new ArrayList<>();
    for (BigDecimal loss : losses) {
      if (loss.equals(NOBODY) || values.size() < 2) {
        standings.add(Standing.PLAIN);
      } else if (loss.equals(values.first())) {
        standings.add(Standing.BEST);
      } else {
        standings.add(
            loss.equals(values.higher(values.first())) ? Standing.SECOND : Standing.PLAIN);
      }
    }
    return standings;
  }

  private static BigDecimal shown(Score score, double value) {
    return new BigDecimal(score.loss(value))
        .setScale(score.shownDecimals(), RoundingMode.HALF_EVEN);
  }
}
