package org.transcal.monitoring;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.transcal.ControlCharacters;
import org.transcal.metric.Estimate;

/**
 * The results for one batch, or one segment of it.
 *
 * @param at the time
 * @param segment which rows; empty for all rows of the batch
 * @param rows number of rows
 * @param sampledRows rows that the estimate was computed from: one in n of a large batch
 * @param readings the metrics; segments of fewer than 50 rows have no feature drift
 * @param classes precision, recall and F1 of the requested classes
 * @param auroc area under the ROC curve of a binary task
 * @param features the columns that moved most, in descending order; all rows only
 * @param realised what the labels show, if any have arrived
 * @param intervalFactor how much wider (above 1) or narrower the track record of the batches before
 *     made the accuracy's interval
 * @param alerts what is wrong; empty on a quiet batch
 */
public record BatchResult(
    BatchTime at,
    Optional<Segment> segment,
    long rows,
    long sampledRows,
    List<Reading> readings,
    List<ClassQuality> classes,
    Optional<Estimate> auroc,
    List<FeatureShift> features,
    Optional<Realised> realised,
    double intervalFactor,
    List<Alert> alerts) {
  /** Copies the lists. */
  public BatchResult {
    readings = List.copyOf(readings);
    classes = List.copyOf(classes);
    features = List.copyOf(features);
    alerts = List.copyOf(alerts);
  }

  /** The same with another number of rows, if only some of them were given. */
  public BatchResult withRows(long all) {
    return with(all, classes, auroc, features, alerts);
  }

  /** The same with other alerts. */
  public BatchResult withAlerts(List<Alert> others) {
    return with(rows, classes, auroc, features, others);
  }

  /** The same with the evidence that only detailed results have. */
  public BatchResult withDetail(
      List<ClassQuality> qualities, Optional<Estimate> area, List<FeatureShift> moved) {
    return with(rows, qualities, area, moved, alerts);
  }

  private BatchResult with(
      long all,
      List<ClassQuality> qualities,
      Optional<Estimate> area,
      List<FeatureShift> moved,
      List<Alert> others) {
    return new BatchResult(
        at,
        segment,
        all,
        sampledRows,
        readings,
        qualities,
        area,
        moved,
        realised,
        intervalFactor,
        others);
  }

  /** The reading of a metric, if the batch has it. */
  public Optional<Reading> reading(Metric metric) {
    return readings.stream().filter(r -> r.metric() == metric).findFirst();
  }

  /** This segment's share of the batch's drop in accuracy; empty if accuracy did not drop. */
  public OptionalDouble shareOfDrop(BatchResult whole) {
    OptionalDouble own = missing();
    OptionalDouble all = whole.missing();
    return own.isPresent() && all.isPresent() && all.getAsDouble() > 0
        ? OptionalDouble.of(own.getAsDouble() / all.getAsDouble())
        : OptionalDouble.empty();
  }

  /** How many fewer correct predictions there are than usual. */
  private OptionalDouble missing() {
    return readings.stream()
        .filter(r -> r.metric() == Metric.ACCURACY)
        .mapToDouble(r -> rows * (r.expected() - r.value()))
        .findFirst();
  }

  /** Estimated quality of one class, each with a 90 % interval. */
  public record ClassQuality(String name, Estimate precision, Estimate recall, Estimate f1) {}

  /**
   * How far one feature column moved.
   *
   * @param name name or number of the column
   * @param score Kolmogorov-Smirnov distance between the batch's values and the reference's
   */
  public record FeatureShift(String name, double score) {}

  /**
   * What the labels show.
   *
   * @param rows number of labelled rows
   * @param accuracy accuracy on them with a 90 % interval
   * @param ece calibration error of the calibrated confidence on them
   */
  public record Realised(long rows, Estimate accuracy, double ece) {}

  /**
   * A reason to look at the model.
   *
   * @param metric which metric is beyond its threshold
   * @param text one sentence that explains it; names in it come from data, so whatever a mail
   *     program, shell or terminal could take for more than text is replaced by U+FFFD
   */
  public record Alert(Metric metric, String text) {
    /** Makes the text one printable line. */
    public Alert {
      text = ControlCharacters.replaced(text, "");
    }
  }
}
