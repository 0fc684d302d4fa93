package org.transcal.metric;

import java.util.BitSet;

/**
 * How far figures of equal-mass bins that were cut between {@linkplain ConfidenceCells cells} can
 * be from those that are cut between rows.
 *
 * <p>The rank at which a bin ends is known, and so is the cell that holds it; the exact bin may end
 * earlier in that cell, and what follows there belongs to the next bins. Such a cut is loose,
 * unless its cell is a tie or ends at the rank. All bounds let the rows beyond a loose cut be any
 * rows of its cell.
 */
final class EqualMassBounds {
  /** Whether accuracy rises from bin to bin. */
  enum Rise {
    /** However the rows are ordered within cells. */
    CERTAIN,
    /** It may or may not. */
    UNKNOWN,
    /** It falls somewhere, however the rows are ordered. */
    IMPOSSIBLE
  }

  private final ConfidenceCells cells;
  private final EqualMassBins binned;

  EqualMassBounds(ConfidenceCells cells, EqualMassBins binned) {
    this.cells = cells;
    this.binned = binned;
  }

  /** The bins that hold a row, each with the cut at its end. */
  private final class Bins {
    private final int[] end;
    private final boolean[] loose;

    /** Bins that may lie between this one and the next, all in the cell of the cut. */
    private final int[] between;

    private int size;

    Bins(int bins) {
      int most = Math.min(bins, cells.size());
      end = new int[most];
      loose = new boolean[most];
      between = new int[most];
      for (int b = 0; b < bins; b++) {
        int at = binned.end(b, bins);
        boolean known = b == bins - 1 || isKnown(at, binned.rank(b, bins));
        if (size > 0 && end[size - 1] == at) {
          between[size - 1]++;
        } else {
          end[size++] = at;
        }
        loose[size - 1] |= !known;
      }
    }

    private boolean isKnown(int at, double rank) {
      return cells.isTie(at - 1) || binned.count(0, at) <= rank;
    }

    int start(int bin) {
      return bin == 0 ? 0 : end[bin - 1];
    }

    double over(int cut) {
      return cut >= 0 && loose[cut] ? cells.over(end[cut] - 1) : 0;
    }

    double under(int cut) {
      return cut >= 0 && loose[cut] ? cells.under(end[cut] - 1) : 0;
    }

    double wrong(int cut) {
      return cut >= 0 && loose[cut] ? cells.wrong(end[cut] - 1) : 0;
    }

    double right(int cut) {
      return cut >= 0 && loose[cut] ? cells.right(end[cut] - 1) : 0;
    }

    double gap(int bin) {
      return binned.gap(start(bin), end[bin]);
    }

    double count(int bin) {
      return binned.count(start(bin), end[bin]);
    }

    double wrongOf(int bin) {
      return binned.wrong(start(bin), end[bin]);
    }

    /** Whether the sign of the gap is that of the summary, whatever is beyond the loose cuts. */
    boolean hasKnownSign(int bin) {
      return Math.abs(gap(bin)) > over(bin - 1) + under(bin - 1) + over(bin) + under(bin);
    }

    /**
     * A row of the cell moves from one bin to the next; if both gaps have one sign, Σ|gap| stays.
     */
    boolean isHarmless(int cut) {
      return between[cut] == 0
          && cut < size - 1
          && hasKnownSign(cut)
          && hasKnownSign(cut + 1)
          && gap(cut) > 0 == gap(cut + 1) > 0;
    }

    double leastError(int bin) {
      return share(wrongOf(bin) - wrong(bin), count(bin) + right(bin - 1) - wrong(bin));
    }

    double largestError(int bin) {
      return share(wrongOf(bin) + wrong(bin - 1), count(bin) + wrong(bin - 1) - right(bin));
    }

    private double share(double wrong, double count) {
      return wrong > 0 ? wrong / count : 0;
    }
  }

  /** The cells of all loose cuts. */
  BitSet looseCells(int bins) {
    Bins cut = new Bins(bins);
    BitSet loose = new BitSet();
    for (int j = 0; j < cut.size; j++) {
      if (cut.loose[j]) {
        loose.set(cut.end[j] - 1);
      }
    }
    return loose;
  }

  /** Largest distance of {@link EqualMassBins#expectedCalibrationError} from the exact one. */
  double expectedCalibrationError(int bins) {
    Bins cut = new Bins(bins);
    double sum = 0;
    for (int j = 0; j < cut.size; j++) {
      if (cut.loose[j] && !cut.isHarmless(j)) {
        double over = cut.over(j);
        double under = cut.under(j);
        // One suffix of the cell moves to the next bin, or parts of it become bins of their own.
        sum += 2 * (cut.between[j] == 0 ? Math.max(over, under) : over + under);
      }
    }
    return sum / cells.total();
  }

  /** Whether accuracy never falls from one of so many bins to the next. */
  Rise rise(int bins) {
    Bins cut = new Bins(bins);
    Rise rise = Rise.CERTAIN;
    for (int j = 0; j < cut.size; j++) {
      if (cut.loose[j] && cut.between[j] > 0) {
        rise = Rise.UNKNOWN;
      }
      if (j > 0) {
        if (cut.leastError(j) > cut.largestError(j - 1)) {
          return Rise.IMPOSSIBLE;
        }
        if (cut.largestError(j) > cut.leastError(j - 1)) {
          rise = Rise.UNKNOWN;
        }
      }
    }
    return rise;
  }

  /** Where the debiased square of {@link DebiasedL2} lies, before its root is taken. */
  Interval debiasedSquare(int bins) {
    Bins cut = new Bins(bins);
    double low = 0;
    double high = 0;
    for (int j = 0; j < cut.size; j++) {
      Interval term = debiasedTerm(cut, j);
      low += term.low();
      high += term.high();
      if (cut.loose[j] && cut.between[j] > 0) {
        // A bin of n >= 2 rows adds at most n, and at least −n/(n − 1)/4 >= −1/2.
        low -= cut.between[j] / 2.0;
        high += cut.wrong(j) + cut.right(j);
      }
    }
    return new Interval(low / cells.total(), high / cells.total());
  }

  /** n·(gap² − e·(1 − e)/(n − 1)) with each of its parts anywhere in its range. */
  private static Interval debiasedTerm(Bins cut, int j) {
    if (!cut.loose[j] && (j == 0 || !cut.loose[j - 1])) {
      double known = DebiasedL2.term(cut.gap(j), cut.wrongOf(j), cut.count(j));
      return new Interval(known, known);
    }
    double fewest = cut.count(j) - cut.wrong(j) - cut.right(j);
    double most = cut.count(j) + cut.wrong(j - 1) + cut.right(j - 1);
    double least = cut.gap(j) - cut.under(j - 1) - cut.over(j);
    double largest = cut.gap(j) + cut.over(j - 1) + cut.under(j);
    double farthest = Math.max(Math.abs(least), Math.abs(largest));
    double nearest = least <= 0 && largest >= 0 ? 0 : Math.min(Math.abs(least), Math.abs(largest));
    double leastError = cut.leastError(j);
    double largestError = cut.largestError(j);
    double leastSpread = Math.min(leastError * (1 - leastError), largestError * (1 - largestError));
    double largestSpread =
        leastError <= 0.5 && largestError >= 0.5
            ? 0.25
            : Math.max(leastError * (1 - leastError), largestError * (1 - largestError));
    boolean mayBeSingle = fewest < 2;
    double largestSquare = mayBeSingle ? most : Math.min(most, farthest * farthest / fewest);
    double low =
        nearest * nearest / most - largestSpread * (mayBeSingle ? 2 : fewest / (fewest - 1));
    double high = largestSquare - leastSpread * most / (most - 1);
    // A bin of one row adds nothing.
    return mayBeSingle
        ? new Interval(Math.min(0, low), Math.max(0, largestSquare))
        : new Interval(Math.min(low, high), Math.max(low, high));
  }
}
