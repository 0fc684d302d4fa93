package org.transcal.cli.option;

import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code --seed} and {@code --bins}. */
public final class SeedAndBins {
  /** The largest number of bins. */
  public static final int MOST_BINS = 10_000;

  private static final int DEFAULT_BINS = 15;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(names = "--seed", paramLabel = "N", description = "Random seed. Default: 0")
  private Optional<Long> seed = Optional.empty();

  private Optional<Integer> bins = Optional.empty();

  @Option(
      names = "--bins",
      paramLabel = "N",
      description = "Number of equal-width confidence bins for the ECE. Default: " + DEFAULT_BINS)
  private void setBins(int number) {
    bins = Optional.of(TerminalCommand.requireRange(spec, "--bins", number, MOST_BINS));
  }

  /** The seed, if given. */
  public Optional<Long> givenSeed() {
    return seed;
  }

  /** The seed, or 0. */
  public long seed() {
    return seed.orElse(0L);
  }

  /** The number of bins, if given. */
  public Optional<Integer> givenBins() {
    return bins;
  }

  /** The number of bins, or the default. */
  public int bins() {
    return bins.orElse(DEFAULT_BINS);
  }
}
