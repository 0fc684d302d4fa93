package org.transcal.testing;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Checks a property on many drawn inputs, the same ones in every run.
 *
 * <p>Each try has a random generator of its own, so that a failing one can be repeated alone:
 * {@code Cases.of(300, 7).only(12).check(…)}.
 */
public final class Cases {
  /** A property that keeps fewer than one try in this many is hardly checked. */
  private static final int MOST_DISCARDED = 10;

  private final int first;
  private final int end;
  private final long seed;

  private Cases(int first, int end, long seed) {
    this.first = first;
    this.end = end;
    this.seed = seed;
  }

  /** The given number of tries. */
  public static Cases of(int tries, long seed) {
    return new Cases(0, tries, seed);
  }

  /** The one try that a failure named. */
  public Cases only(int number) {
    return new Cases(number, number + 1, seed);
  }

  /** Runs the property on every try; a failure names the seed and the number of the try. */
  public void check(Consumer<Draw> property) {
    int kept = 0;
    for (int number = first; number < end; number++) {
      try {
        property.accept(new Draw(new SplittableRandom(1_000_003 * seed + number)));
        kept++;
      } catch (Discarded discarded) {
        continue;
      } catch (Exception | AssertionError failure) {
        throw new AssertionError(
            "Seed " + seed + ", try " + number + ": " + failure.getMessage(), failure);
      }
    }
    if (kept * MOST_DISCARDED < end - first) {
      throw new AssertionError(
          "Seed " + seed + ": only " + kept + " of " + (end - first) + " tries met the assumption");
    }
  }

  /** What one try draws; one number in five is an end point or another special value. */
  public static final class Draw {
    private static final int SPECIAL = 5;

    private final SplittableRandom random;

    private Draw(SplittableRandom random) {
      this.random = random;
    }

    /** A whole number, both ends included. */
    public int integer(int low, int high) {
      if (random.nextInt(SPECIAL) > 0) {
        return random.nextInt(low, high + 1);
      }
      int[] special = {low, high, 0, 1, -1};
      int[] inside = Arrays.stream(special).filter(v -> v >= low && v <= high).toArray();
      return inside[random.nextInt(inside.length)];
    }

    /** Whole numbers, both ends included. */
    public int[] integers(int count, int low, int high) {
      return IntStream.generate(() -> integer(low, high)).limit(count).toArray();
    }

    /** A number, both ends included. */
    public double real(double low, double high) {
      if (random.nextInt(SPECIAL) > 0) {
        return low + (high - low) * random.nextDouble();
      }
      double[] special = {
        low, high, Math.nextUp(low), Math.nextDown(high), (low + high) / 2, 0, -0.0, 0.5, 1, -1
      };
      double[] inside = Arrays.stream(special).filter(v -> v >= low && v <= high).toArray();
      return inside[random.nextInt(inside.length)];
    }

    /** Numbers, both ends included. */
    public double[] reals(int count, double low, double high) {
      return DoubleStream.generate(() -> real(low, high)).limit(count).toArray();
    }

    /** One of the given things. */
    @SafeVarargs
    public final <T> T oneOf(T... things) {
      return things[random.nextInt(things.length)];
    }

    /** A seed for a generator of the property's own. */
    public long seed() {
      return random.nextLong();
    }

    /** Discards the try unless the condition holds. */
    public void assume(boolean condition) {
      if (!condition) {
        throw new Discarded();
      }
    }
  }

  private static final class Discarded extends RuntimeException {
    private static final long serialVersionUID = 1;

    Discarded() {
      super("discarded", null, false, false);
    }
  }
}
