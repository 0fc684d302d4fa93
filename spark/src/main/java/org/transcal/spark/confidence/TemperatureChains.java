package org.transcal.spark.confidence;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * Temperatures to look at in one pass, in chains of which each is half the one before: since e^(g /
 * (T/2)) is the square of e^(g/T), only the first of a chain costs an exponential.
 *
 * <p>A square doubles the relative error: after six of them it is still below 1e-14.
 */
final class TemperatureChains implements Serializable {
  private static final long serialVersionUID = 1L;

  /** A chain: a temperature, and how many there are with its halves. */
  record Chain(double temperature, int length) implements Serializable {}

  private final List<Chain> chains;

  private TemperatureChains(List<Chain> chains) {
    this.chains = List.copyOf(chains);
  }

  /** Single temperatures. */
  static TemperatureChains of(double... temperatures) {
    List<Chain> chains = new ArrayList<>();
    for (double temperature : temperatures) {
      chains.add(new Chain(temperature, 1));
    }
    return new TemperatureChains(chains);
  }

  /**
   * {@code steps} temperatures an octave from 1 to {@code 2^octaves}, both included, and one far
   * beyond them.
   */
  static TemperatureChains ladder(int octaves, int steps, double beyond) {
    List<Chain> chains = new ArrayList<>();
    double highest = Math.scalb(1.0, octaves);
    for (int step = 0; step < steps; step++) {
      // The top itself starts the longest chain, which ends at 1.
      double temperature = highest * Math.pow(2, -(double) step / steps);
      chains.add(new Chain(temperature, step == 0 ? octaves + 1 : octaves));
    }
    chains.add(new Chain(beyond, 1));
    return new TemperatureChains(chains);
  }

  List<Chain> chains() {
    return chains;
  }

  /** All temperatures, in the order in which sums are kept. */
  double[] temperatures() {
    return chains.stream()
        .flatMapToDouble(
            chain ->
                java.util.stream.IntStream.range(0, chain.length())
                    .mapToDouble(i -> Math.scalb(chain.temperature(), -i)))
        .toArray();
  }
}
