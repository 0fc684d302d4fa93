package org.transcal.experiment;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.transcal.matrix.Frequencies;
import org.transcal.task.TransferTask;

/**
 * A task with validation and target rows drawn with replacement, each as often as it counts.
 *
 * <p>The draw depends only on seed, task name and repeat, not on threads or other tasks.
 */
final class Resample {
  private static final long FNV_START = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private Resample() {}

  /** Repeat 0 is the task itself. */
  static TransferTask of(TransferTask task, long seed, int repeat) {
    if (repeat == 0) {
      return task;
    }
    SplittableRandom random = new SplittableRandom(hash(task.name(), seed, repeat));
    Frequencies validation = draw(task.sourceValidation().frequencies(), random.split());
    Frequencies target = draw(task.target().frequencies(), random.split());
    return task.countedBy(validation, target);
  }

  private static Frequencies draw(Frequencies frequencies, SplittableRandom random) {
    int rows = frequencies.rows();
    if (!frequencies.equals(Frequencies.ones(rows))) {
      return frequencies.resampled(random::nextLong);
    }
    double[] counts = new double[rows];
    for (int i = 0; i < rows; i++) {
      counts[random.nextInt(rows)]++;
    }
    return Frequencies.copyOf(counts);
  }

  /** FNV-1a over the bytes of all three; the generator mixes the bits further. */
  private static long hash(String name, long seed, int repeat) {
    long hash = FNV_START;
    for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (b & 0xff)) * FNV_PRIME;
    }
    for (long number : new long[] {seed, repeat}) {
      for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
        hash = (hash ^ (number >>> shift & 0xff)) * FNV_PRIME;
      }
    }
    return hash;
  }
}
