package org.transcal.monitoring.chunk;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.transcal.accuracy.Replicates;
import org.transcal.accuracy.TargetEstimator;
import org.transcal.kernel.Kernels;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Order;
import org.transcal.metric.Bootstrap;
import org.transcal.metric.Estimate;
import org.transcal.shift.PreparedTask;
import org.transcal.task.TransferTask;

/**
 * Estimated accuracy over chunks of target rows, with bands and alert thresholds.
 *
 * <p>Neighbours, source and mixup temperature are those of the whole task; only confidence and
 * neighbourhoods are the chunk's own. The band combines the bias of the estimate with the binomial
 * noise of the chunk's number of rows. Thresholds are the estimate of all rows ± three standard
 * deviations of the estimate of as many random rows; an absolute lower threshold can be set
 * instead.
 *
 * @param reference estimated accuracy of all target rows
 * @param spread standard deviation of the estimate of n random rows, times √n
 * @param lowest an absolute lower threshold; if empty, thresholds follow from the reference
 * @param chunks in order
 */
public record Monitoring(
    double reference, double spread, OptionalDouble lowest, List<Chunk> chunks) {
  private static final double DEVIATIONS = 3;
  private static final int RESAMPLES = 60;
  private static final int MOST_CHUNKS = 10_000;

  /** Copies the list. */
  public Monitoring {
    chunks = List.copyOf(chunks);
  }

  /**
   * The results for one stretch of target rows.
   *
   * @param name row numbers or a time
   * @param rows number of target rows in it, by frequency
   * @param accuracy estimated accuracy with a 90 % band
   * @param confidence mean confidence of the uncalibrated model
   * @param alert whether the estimate lies beyond a threshold
   */
  public record Chunk(String name, double rows, Estimate accuracy, double confidence, Alert alert) {
    /** Which threshold an estimate lies beyond. */
    public enum Alert {
      /** None. */
      NONE,
      /** Below the lower threshold. */
      LOW,
      /** Above the upper threshold. */
      HIGH;

      /** The word that results use. */
      public String word() {
        return name().toLowerCase(Locale.ROOT);
      }
    }
  }

  /** A stretch of target rows that belong together. */
  public record Part(String name, int[] rows) {
    /** Copies the rows. */
    public Part {
      rows = rows.clone();
    }

    @Override
    public int[] rows() {
      return rows.clone();
    }
  }

  /** Parts of {@code rowsPerPart} rows, in the order given; the last may be shorter. */
  public static List<Part> byRows(int rows, int rowsPerPart) {
    return cut(IntStream.range(0, rows).toArray(), rowsPerPart, i -> Integer.toString(i), "-");
  }

  /** One part for each distinct time, in ascending order. */
  public static List<Part> byTime(double[] times) {
    Map<Double, List<Integer>> byTime = new TreeMap<>();
    for (int i = 0; i < times.length; i++) {
      byTime.computeIfAbsent(times[i], t -> new ArrayList<>()).add(i);
    }
    requireChunks(byTime.size());
    return byTime.entrySet().stream()
        .map(
            entry ->
                new Part(
                    label(entry.getKey()),
                    entry.getValue().stream().mapToInt(Integer::intValue).toArray()))
        .toList();
  }

  /** Parts of {@code rowsPerPart} rows, in the order of their times. */
  public static List<Part> byTime(double[] times, int rowsPerPart) {
    return cut(Order.ascending(times), rowsPerPart, i -> label(times[i]), " to ");
  }

  private static List<Part> cut(
      int[] order, int rowsPerPart, IntFunction<String> name, String between) {
    if (rowsPerPart < 1) {
      throw new IllegalArgumentException(
          "Chunks of " + rowsPerPart + " rows; there must be at least 1 in each");
    }
    requireChunks((order.length + rowsPerPart - 1) / rowsPerPart);
    List<Part> parts = new ArrayList<>();
    for (int from = 0; from < order.length; from += rowsPerPart) {
      int[] rows = Arrays.copyOfRange(order, from, Math.min(order.length, from + rowsPerPart));
      String ends = name.apply(rows[0]) + between + name.apply(rows[rows.length - 1]);
      parts.add(new Part(ends, rows));
    }
    return parts;
  }

  private static void requireChunks(int count) {
    if (count > MOST_CHUNKS) {
      throw new IllegalArgumentException(
          count + " chunks are more than can be read; at most " + MOST_CHUNKS + " are made");
    }
  }

  private static String label(double time) {
    return time == Math.rint(time) && Math.abs(time) < 1e15
        ? Long.toString((long) time)
        : Double.toString(time);
  }

  /**
   * Estimates each part.
   *
   * @param lowest alert below this accuracy; if empty, the threshold follows from the reference
   */
  public static Monitoring of(PreparedTask prepared, List<Part> parts, OptionalDouble lowest) {
    TransferTask task = prepared.task();
    Frequencies source = task.sourceValidation().frequencies();
    double reference = TargetEstimator.accuracy(prepared).value();
    double[] own = Kernels.rowConfidence(task.target().logits().values(), 1);
    double spread = spread(prepared, reference);
    Monitoring quiet = new Monitoring(reference, spread, lowest, List.of());
    List<Chunk> chunks = new ArrayList<>();
    for (Part part : parts) {
      double[] counts = new double[own.length];
      for (int row : part.rows) {
        counts[row] = task.target().frequencies().get(row);
      }
      if (Arrays.stream(counts).sum() > 0) {
        Frequencies rows = Frequencies.copyOf(counts);
        Estimate accuracy = TargetEstimator.accuracy(prepared.countedBy(source, rows));
        chunks.add(
            quiet.withAlert(
                new Chunk(part.name(), rows.total(), accuracy, rows.mean(own), Chunk.Alert.NONE)));
      }
    }
    return new Monitoring(reference, spread, lowest, chunks);
  }

  /** From resamples of the target rows; at least a tenth of the binomial noise. */
  private static double spread(PreparedTask prepared, double reference) {
    Frequencies source = prepared.task().sourceValidation().frequencies();
    double[] drawn =
        Replicates.sorted(
            prepared,
            RESAMPLES,
            0,
            resample -> {
              Frequencies rows = resample.task().target().frequencies();
              return TargetEstimator.accuracy(prepared.countedBy(source, rows)).value();
            });
    double deviation = (Bootstrap.quantile(drawn, 0.84) - Bootstrap.quantile(drawn, 0.16)) / 2;
    return Math.max(
        0.1 * Math.sqrt(reference * (1 - reference)),
        deviation * Math.sqrt(prepared.task().target().frequencies().total()));
  }

  /** The accuracy below which the chunk gives an alert. */
  public double lowerThreshold(Chunk chunk) {
    return lowest.orElseGet(() -> Math.max(0, reference - noise(chunk.rows())));
  }

  /** The accuracy above which the chunk gives an alert; none with an absolute lower threshold. */
  public OptionalDouble upperThreshold(Chunk chunk) {
    return lowest.isPresent()
        ? OptionalDouble.empty()
        : OptionalDouble.of(Math.min(1, reference + noise(chunk.rows())));
  }

  private double noise(double rows) {
    return DEVIATIONS * spread / Math.sqrt(rows);
  }

  private Chunk withAlert(Chunk chunk) {
    double accuracy = chunk.accuracy().value();
    Chunk.Alert alert =
        accuracy < lowerThreshold(chunk)
            ? Chunk.Alert.LOW
            : accuracy > upperThreshold(chunk).orElse(1) ? Chunk.Alert.HIGH : Chunk.Alert.NONE;
    return new Chunk(chunk.name(), chunk.rows(), chunk.accuracy(), chunk.confidence(), alert);
  }
}
