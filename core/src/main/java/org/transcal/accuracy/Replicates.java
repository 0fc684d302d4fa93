package org.transcal.accuracy;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.rng.JumpableUniformRandomProvider;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.transcal.matrix.Frequencies;
import org.transcal.shift.PreparedTask;
import org.transcal.task.TransferTask;

/**
 * Bootstrap resamples of a task: source validation and target rows drawn with replacement, as
 * counts.
 *
 * <p>Replicate i draws from the i-th jump of a xoshiro256++ generator, so a seed gives the same
 * bits for any number of threads.
 */
public final class Replicates {
  private Replicates() {}

  /** The values of a statistic on a number of resamples, sorted. */
  public static double[] sorted(
      PreparedTask prepared, int count, long seed, ToDoubleFunction<PreparedTask> statistic) {
    JumpableUniformRandomProvider source =
        (JumpableUniformRandomProvider) RandomSource.XO_SHI_RO_256_PP.create(seed);
    List<UniformRandomProvider> streams =
        IntStream.range(0, count).mapToObj(i -> source.jump()).toList();
    TransferTask task = prepared.task();
    return streams.parallelStream()
        .mapToDouble(
            random -> {
              Frequencies validation = task.sourceValidation().frequencies().resampled(random);
              Frequencies target = task.target().frequencies().resampled(random);
              return statistic.applyAsDouble(prepared.countedBy(validation, target));
            })
        .sorted()
        .toArray();
  }
}
