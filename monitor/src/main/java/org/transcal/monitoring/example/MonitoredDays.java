package org.transcal.monitoring.example;

import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.transcal.monitoring.Batch;
import org.transcal.monitoring.BatchTime;
import org.transcal.monitoring.Reference;
import org.transcal.monitoring.Segment;
import org.transcal.prediction.Labels;
import org.transcal.task.TransferTask;

/**
 * A deployed classifier over {@value #DAYS} days whose truth is known: four cameras sort parts into
 * five classes.
 *
 * <p>A row of class y has a light h ~ N(mean of the day and camera, 1) and five measurements x_k ~
 * N(m(h)·[k = y], 1) with m(h) = 2.6·e^0.28h, further columns are noise. The classifier is linear
 * and never changes: z_k = 1.5·(2.6·x_k + ln of the source frequency of class k). It is trained in
 * better light, ignores the light and is overconfident. Given h and y the x_k are independent, so
 * that accuracy is an integral over h and x_y. Light and class frequencies vary a little from one
 * quiet batch to the next.
 */
public final class MonitoredDays {
  /** Number of classes, K. */
  public static final int CLASSES = 5;

  /** Batches of the reference period. */
  public static final int PERIOD = 20;

  /** Days that are monitored. */
  public static final int DAYS = 60;

  /** Rows of a batch. */
  public static final int ROWS = 2000;

  /** The segment that is bad for a week. */
  public static final Segment BAD_SEGMENT = new Segment("camera", "3");

  private static final LocalDate FIRST = LocalDate.of(2026, 9, 21);

  private final long seed;

  private MonitoredDays(long seed) {
    this.seed = seed;
  }

  /** The days drawn with a seed. */
  public static MonitoredDays seeded(long seed) {
    return new MonitoredDays(seed);
  }

  /** What happens on a day; each event has a strength, usually 1. */
  public enum Event {
    /** Nothing. */
    QUIET,
    /** The light slowly fades: covariate shift. */
    DECAY,
    /** Two measurements read 30 % of their value. */
    BREAK,
    /** One camera goes out of focus. */
    SEGMENT,
    /** The measurements of one camera are noisy; for studies, on none of the days. */
    NOISE,
    /** Rare classes are frequent and frequent ones rare. */
    LABEL_SHIFT
  }

  /**
   * A batch and the truth about it.
   *
   * @param at its date
   * @param event what happens
   * @param batch its rows without labels; columns camera and region
   * @param labels the true classes
   * @param accuracy true accuracy, the mean over infinitely many rows of this batch
   * @param byCamera the same for each camera, starting with camera 1
   */
  public record KnownBatch(
      BatchTime at,
      Event event,
      Batch batch,
      Labels labels,
      double accuracy,
      List<Double> byCamera) {
    /** The rows with their labels. */
    public Batch labelled() {
      return new Batch(batch.logits(), batch.features(), Optional.of(labels), batch.columns());
    }

    /** Share of the rows that the classifier predicts correctly. */
    public double realisedAccuracy() {
      return Arrays.stream(batch.logits().correctness(labels)).average().orElseThrow();
    }
  }

  /** The names of the classes. */
  public static List<String> classNames() {
    return List.of("bolt", "nut", "washer", "screw", "pin");
  }

  /** The names of the feature columns. */
  public static List<String> featureNames() {
    return List.of("length", "corners", "bore", "thread", "taper", "light", "heat", "humidity");
  }

  /** Source rows with labels, and a quiet batch before the reference period as target. */
  public TransferTask task() {
    BatchCondition.Rows train =
        new BatchCondition.Rows(BatchCondition.source(), 4000, random(2_000_000));
    BatchCondition.Rows validation =
        new BatchCondition.Rows(BatchCondition.source(), 2000, random(2_000_001));
    Batch target = quietBatch(-1).batch();
    return TransferTask.named("parts")
        .sourceValidation(validation.logits(), validation.labels())
        .target(target.logits())
        .features(train.features(), validation.features(), target.features().orElseThrow())
        .build();
  }

  /** The quiet batches that thresholds are learned from. */
  public List<Reference.PeriodBatch> period() {
    return IntStream.range(-PERIOD, 0)
        .mapToObj(this::batch)
        .map(batch -> new Reference.PeriodBatch(batch.at().asReference(), batch.batch()))
        .toList();
  }

  /** A batch: day 1 to {@value #DAYS}, or −{@value #PERIOD} to −1 in the reference period. */
  public KnownBatch batch(int day) {
    if (day < -PERIOD || day == 0 || day > DAYS) {
      throw new IllegalArgumentException(
          "Day is " + day + "; it must be in 1 … " + DAYS + ", or in −" + PERIOD + " … −1");
    }
    return draw(day < 0 ? day : day - 1, eventOf(day), strengthOf(day));
  }

  /** One of arbitrarily many quiet batches, for studies. */
  public KnownBatch quietBatch(int k) {
    return studyBatch(k, Event.QUIET, 0);
  }

  /** A batch whose rows come from the source distribution, without a day effect, for studies. */
  public KnownBatch sourceBatch(int k) {
    return draw(1_000_000 + k, BatchCondition.source(), Event.QUIET);
  }

  /** A batch with an event of a given strength, for studies. */
  public KnownBatch studyBatch(int k, Event event, double strength) {
    return draw(10_000 + k, event, strength);
  }

  /** True accuracy under an event on an average day. */
  public static double trueAccuracy(Event event, double strength) {
    return mean(BatchCondition.average().with(event, strength).accuracies());
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(value -> value).average().orElseThrow();
  }

  /** The event of a day. */
  public static Event eventOf(int day) {
    return day > 10 && day <= 24
        ? Event.DECAY
        : day > 30 && day <= 33
            ? Event.BREAK
            : day > 39 && day <= 46
                ? Event.SEGMENT
                : day > 50 && day <= 57 ? Event.LABEL_SHIFT : Event.QUIET;
  }

  private static double strengthOf(int day) {
    return eventOf(day) == Event.DECAY ? (day - 10) / 14.0 : 1;
  }

  private UniformRandomProvider random(long stream) {
    return RandomSource.XO_SHI_RO_256_PP.create(seed * 0x9E3779B97F4A7C15L + stream);
  }

  private KnownBatch draw(int offset, Event event, double strength) {
    return draw(
        offset, BatchCondition.ofDay(random(-1_000_000L - offset)).with(event, strength), event);
  }

  private KnownBatch draw(int offset, BatchCondition condition, Event event) {
    BatchCondition.Rows rows = new BatchCondition.Rows(condition, ROWS, random(offset));
    List<Double> accuracies = condition.accuracies();
    return new KnownBatch(
        BatchTime.parse(FIRST.plusDays(offset).toString()),
        event,
        new Batch(rows.logits(), Optional.of(rows.features()), Optional.empty(), rows.columns()),
        rows.labels(),
        mean(accuracies),
        accuracies);
  }
}
