package org.transcal.accuracy;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.rng.JumpableUniformRandomProvider;
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
  private final List<PreparedTask> tasks;

  private Replicates(List<PreparedTask> tasks) {
    this.tasks = tasks;
  }

  /** Draws resamples. */
  public static Replicates of(PreparedTask prepared, int count, long seed) {
    JumpableUniformRandomProvider source =
        (JumpableUniformRandomProvider) RandomSource.XO_SHI_RO_256_PP.create(seed);
    TransferTask task = prepared.task();
    List<PreparedTask> tasks =
        IntStream.range(0, count)
            .mapToObj(i -> source.jump())
            .map(
                random -> {
                  Frequencies validation = task.sourceValidation().frequencies().resampled(random);
                  return prepared.countedBy(
                      validation, task.target().frequencies().resampled(random));
                })
            .toList();
    return new Replicates(tasks);
  }

  /** The values of a statistic on all resamples, sorted. */
  public double[] sorted(ToDoubleFunction<PreparedTask> statistic) {
    return tasks.parallelStream().mapToDouble(statistic).sorted().toArray();
  }
}
