package org.transcal.io.file;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Suggests known names for a misspelt one. */
public final class NearMiss {
  private static final int MOST = 3;

  /** Longer names are not typing errors, and comparing them would be slow. */
  private static final int LONGEST = 200;

  private NearMiss() {}

  /**
   * The known names nearest to a misspelt one, best first; empty if none is near. A hyphen and an
   * underscore are the same.
   */
  public static List<String> of(String misspelt, Collection<String> known) {
    String wanted = plain(misspelt);
    if (wanted.length() > LONGEST) {
      return List.of();
    }
    int tolerance = Math.max(1, wanted.length() / 3);
    return known.stream()
        .filter(name -> name.length() <= LONGEST)
        .filter(name -> distance(wanted, plain(name)) <= tolerance || isPart(wanted, plain(name)))
        .sorted(Comparator.comparingInt(name -> distance(wanted, plain(name))))
        .limit(MOST)
        .toList();
  }

  private static String plain(String name) {
    return name.toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The same as a question for the end of a message; empty if no name is near. */
  public static String question(String misspelt, Collection<String> known) {
    List<String> near = of(misspelt, known);
    return near.isEmpty() ? "" : "did you mean " + String.join(" or ", near) + "?";
  }

  /** Whether the wanted name starts the other, or one is the last words of the other. */
  private static boolean isPart(String wanted, String name) {
    return wanted.length() >= 2
        && (name.startsWith(wanted) || name.endsWith("-" + wanted) || wanted.endsWith("-" + name));
  }

  /** Fewest letters to insert, delete, replace or swap with a neighbour. */
  private static int distance(String a, String b) {
    int[][] cost = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          cost[i][j] = i + j;
          continue;
        }
        int replaced = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        cost[i][j] = Math.min(replaced, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
        boolean swapped =
            i > 1
                && j > 1
                && a.charAt(i - 1) == b.charAt(j - 2)
                && a.charAt(i - 2) == b.charAt(j - 1);
        if (swapped) {
          cost[i][j] = Math.min(cost[i][j], 1 + cost[i - 2][j - 2]);
        }
      }
    }
    return cost[a.length()][b.length()];
  }
}
