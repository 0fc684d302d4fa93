package org.transcal.monitoring;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/** Turns the readings of a batch into alerts, each with a sentence that explains it. */
final class Alerts {
  /** The share of the drop above which a segment is named, if out of proportion to its rows. */
  private static final double NOTABLE = 0.2;

  private static final double DISPROPORTIONATE = 1.5;

  private final Reference reference;
  private final AlertPolicy policy;
  private final double probability;
  private final Map<Optional<Segment>, List<BatchResult>> before;

  /**
   * Alerts of one batch.
   *
   * @param probability accepted probability that a quiet metric is beyond its threshold
   * @param before earlier batches and their segments, in order of time
   */
  Alerts(Reference reference, AlertPolicy policy, double probability, List<BatchResult> before) {
    this.reference = reference;
    this.policy = policy;
    this.probability = probability;
    this.before = before.stream().collect(Collectors.groupingBy(BatchResult::segment));
  }

  /**
   * The batch with its alerts.
   *
   * @param segments the segments of the same batch
   * @param reasons explanations by metric, as far as there are any
   */
  BatchResult with(BatchResult batch, List<BatchResult> segments, Map<Metric, String> reasons) {
    List<BatchResult.Alert> alerts = new ArrayList<>();
    for (Reading reading : readings(batch)) {
      if (policy.metrics().contains(reading.metric()) && isOn(batch, reading)) {
        alerts.add(
            new BatchResult.Alert(reading.metric(), text(batch, reading, segments, reasons)));
      }
    }
    return batch.withAlerts(alerts);
  }

  /** On after enough consecutive batches beyond the threshold, off after as many within it. */
  private boolean isOn(BatchResult batch, Reading reading) {
    List<BatchResult> same = before.getOrDefault(batch.segment(), List.of());
    boolean wasOn =
        !same.isEmpty()
            && same.get(same.size() - 1).alerts().stream()
                .anyMatch(alert -> alert.metric() == reading.metric());
    int needed = policy.batches() - 1;
    List<BatchResult> latest = same.subList(Math.max(0, same.size() - needed), same.size());
    boolean unchanged =
        latest.size() == needed
            && latest.stream()
                .map(n -> readings(n).stream().filter(r -> r.metric() == reading.metric()))
                .allMatch(r -> r.anyMatch(other -> other.isBeyond() == reading.isBeyond()));
    return unchanged ? reading.isBeyond() : wasOn;
  }

  /** The realised accuracy, if labels have arrived, and the readings of a batch. */
  private List<Reading> readings(BatchResult batch) {
    List<Reading> all = new ArrayList<>();
    batch.realised().ifPresent(realised -> all.add(reading(batch.segment(), realised)));
    all.addAll(batch.readings());
    return all;
  }

  /** The least accuracy that this many rows of a quiet batch have by chance: exact binomial. */
  private Reading reading(Optional<Segment> segment, BatchResult.Realised realised) {
    double usual = reference.usualAccuracy(segment);
    int rows = Math.toIntExact(realised.rows());
    double least =
        BinomialDistribution.of(rows, usual).inverseCumulativeProbability(probability) * 1.0 / rows;
    return new Reading(
        Metric.REALISED,
        realised.accuracy().value(),
        Optional.empty(),
        usual,
        policy.fixed().getOrDefault(Metric.REALISED, least));
  }

  private String text(
      BatchResult batch, Reading reading, List<BatchResult> segments, Map<Metric, String> reasons) {
    Metric metric = reading.metric();
    StringBuilder text = new StringBuilder();
    batch.segment().ifPresent(segment -> text.append(segment).append(": "));
    text.append(metric.title()).append(' ').append(number(metric, reading.value()));
    String side = metric.isWorseBelow() == reading.isBeyond() ? "below" : "above";
    text.append(reading.isBeyond() ? ", " : ", again ");
    text.append(side).append(' ').append(number(metric, reading.threshold()));
    if (!reading.isBeyond()) {
      text.append(", but not yet for ").append(policy.batches()).append(" batches in a row");
    }
    if (metric == Metric.REALISED) {
      text.append(" on ").append(batch.realised().orElseThrow().rows()).append(" labelled rows");
    }
    if (metric == Metric.ACCURACY && reading.isBeyond()) {
      culprit(batch, segments).ifPresent(named -> text.append("; ").append(named));
    }
    if (reasons.containsKey(metric)) {
      text.append("; ").append(reasons.get(metric));
    }
    batch
        .segment()
        .filter(segment -> !reference.segments().containsKey(segment))
        .ifPresent(
            segment ->
                text.append("; compared with all rows: the reference has too few of ")
                    .append(segment));
    return text.toString();
  }

  /** The segment that causes most of the drop, if one stands out. */
  private static Optional<String> culprit(BatchResult batch, List<BatchResult> segments) {
    String named = null;
    double largest = NOTABLE;
    for (BatchResult segment : segments) {
      double share = segment.shareOfDrop(batch).orElse(0);
      if (share > largest && share > DISPROPORTIONATE * segment.rows() / batch.rows()) {
        largest = share;
        named =
            String.format(
                Locale.ROOT,
                "%.0f %% of the drop comes from %s",
                100 * Math.min(1, share),
                segment.segment().orElseThrow());
      }
    }
    return Optional.ofNullable(named);
  }

  private static String number(Metric metric, double value) {
    boolean isShare =
        metric == Metric.ACCURACY || metric == Metric.ECE || metric == Metric.REALISED;
    return isShare
        ? String.format(Locale.ROOT, "%.1f %%", 100 * value)
        : String.format(Locale.ROOT, "%.3f", value);
  }
}
