package org.transcal.accuracy;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.rng.JumpableUniformRandomProvider;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.transcal.calibration.CalibrationException;
import org.transcal.matrix.Frequencies;
import org.transcal.task.TransferTask;

/**
 * Resamples of a task: source validation and target rows drawn again with replacement, as counts.
 *
 * <p>Replicate i draws from the i-th jump of a xoshiro256++ generator, so a seed gives the same
 * bits whatever the number of threads.
 */
final class Replicates {
  private final List<TransferTask> tasks;

  private Replicates(List<TransferTask> tasks) {
    this.tasks = tasks;
  }

  static Replicates of(TransferTask task, int count, long seed) {
    JumpableUniformRandomProvider source =
        (JumpableUniformRandomProvider) RandomSource.XO_SHI_RO_256_PP.create(seed);
    List<TransferTask> tasks =
        IntStream.range(0, count)
            .mapToObj(i -> source.jump())
            .map(
                random ->
                    task.countedBy(
                        draw(task.sourceValidation().frequencies(), random),
                        draw(task.target().frequencies(), random)))
            .toList();
    return new Replicates(tasks);
  }

  /**
   * Values of the first so many replicates, sorted; replicates that cannot be fitted are left out.
   */
  double[] sorted(int count, ToDoubleFunction<TransferTask> measure) {
    return tasks.subList(0, Math.min(count, tasks.size())).parallelStream()
        .map(
            task -> {
              try {
                return OptionalDouble.of(measure.applyAsDouble(task));
              } catch (CalibrationException unlucky) {
                return OptionalDouble.empty();
              }
            })
        .flatMapToDouble(OptionalDouble::stream)
        .sorted()
        .toArray();
  }

  int size() {
    return tasks.size();
  }

  /** The quantile of sorted values by linear interpolation between order statistics. */
  static double quantile(double[] sorted, double share) {
    double position = share * (sorted.length - 1);
    int below = (int) position;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
  }

  private static Frequencies draw(Frequencies units, UniformRandomProvider random) {
    double[] cumulative = units.toArray();
    for (int i = 1; i < cumulative.length; i++) {
      cumulative[i] += cumulative[i - 1];
    }
    double[] counts = new double[cumulative.length];
    long draws = Math.max(1, Math.round(units.total()));
    for (long i = 0; i < draws; i++) {
      int at = Arrays.binarySearch(cumulative, random.nextDouble() * units.total());
      // An exact hit is the end of a row's stretch, so the next row with a stretch is meant.
      int row = at >= 0 ? at + 1 : -at - 1;
      while (row < counts.length - 1 && units.get(row) == 0) {
        row++;
      }
      counts[Math.min(row, counts.length - 1)]++;
    }
    return Frequencies.copyOf(counts);
  }
}
