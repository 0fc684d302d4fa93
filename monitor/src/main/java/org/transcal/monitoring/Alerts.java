package org.transcal.monitoring;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/** Turns the readings of a night into alerts, each with a sentence that explains it. */
final class Alerts {
  /** The share of the drop above which a segment is named, if out of proportion to its rows. */
  private static final double NOTABLE = 0.2;

  private static final double DISPROPORTIONATE = 1.5;

  private final Reference reference;
  private final AlertPolicy policy;
  private final double probability;
  private final Map<Optional<Segment>, List<Night>> before;

  /**
   * Alerts of one night.
   *
   * @param probability accepted probability that a quiet metric is beyond its threshold
   * @param before earlier nights and their segments, in order of time
   */
  Alerts(Reference reference, AlertPolicy policy, double probability, List<Night> before) {
    this.reference = reference;
    this.policy = policy;
    this.probability = probability;
    this.before = before.stream().collect(Collectors.groupingBy(Night::segment));
  }

  /**
   * The night with its alerts.
   *
   * @param segments the segments of the same night
   * @param reasons explanations by metric, as far as there are any
   */
  Night with(Night night, List<Night> segments, Map<Metric, String> reasons) {
    List<Night.Alert> alerts = new ArrayList<>();
    for (Reading reading : readings(night)) {
      if (policy.metrics().contains(reading.metric()) && isOn(night, reading)) {
        alerts.add(new Night.Alert(reading.metric(), text(night, reading, segments, reasons)));
      }
    }
    return new Night(
        night.at(),
        night.segment(),
        night.rows(),
        night.sampledRows(),
        night.readings(),
        night.classes(),
        night.auroc(),
        night.features(),
        night.realised(),
        night.intervalFactor(),
        alerts);
  }

  /** On after enough consecutive nights beyond the threshold, off after as many within it. */
  private boolean isOn(Night night, Reading reading) {
    List<Night> same = before.getOrDefault(night.segment(), List.of());
    boolean wasOn =
        !same.isEmpty()
            && same.get(same.size() - 1).alerts().stream()
                .anyMatch(alert -> alert.metric() == reading.metric());
    int needed = policy.nights() - 1;
    List<Night> latest = same.subList(Math.max(0, same.size() - needed), same.size());
    boolean unchanged =
        latest.size() == needed
            && latest.stream()
                .map(n -> readings(n).stream().filter(r -> r.metric() == reading.metric()))
                .allMatch(r -> r.anyMatch(other -> other.isBeyond() == reading.isBeyond()));
    return unchanged ? reading.isBeyond() : wasOn;
  }

  /** The realised accuracy, if labels have arrived, and the readings of a night. */
  private List<Reading> readings(Night night) {
    List<Reading> all = new ArrayList<>();
    night.realised().ifPresent(realised -> all.add(reading(night.segment(), realised)));
    all.addAll(night.readings());
    return all;
  }

  /** The least accuracy that this many rows of a quiet night have by chance: exact binomial. */
  private Reading reading(Optional<Segment> segment, Night.Realised realised) {
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
      Night night, Reading reading, List<Night> segments, Map<Metric, String> reasons) {
    Metric metric = reading.metric();
    StringBuilder text = new StringBuilder();
    night.segment().ifPresent(segment -> text.append(segment).append(": "));
    text.append(metric.title()).append(' ').append(number(metric, reading.value()));
    String side = metric.isWorseBelow() == reading.isBeyond() ? "below" : "above";
    text.append(reading.isBeyond() ? ", " : ", again ");
    text.append(side).append(' ').append(number(metric, reading.threshold()));
    if (!reading.isBeyond()) {
      text.append(", but not yet for ").append(policy.nights()).append(" nights in a row");
    }
    if (metric == Metric.REALISED) {
      text.append(" on ").append(night.realised().orElseThrow().rows()).append(" labelled rows");
    }
    if (metric == Metric.ACCURACY && reading.isBeyond()) {
      culprit(night, segments).ifPresent(named -> text.append("; ").append(named));
    }
    if (reasons.containsKey(metric)) {
      text.append("; ").append(reasons.get(metric));
    }
    night
        .segment()
        .filter(segment -> !reference.segments().containsKey(segment))
        .ifPresent(
            segment ->
                text.append("; compared with all rows: the reference has too few of ")
                    .append(segment));
    return text.toString();
  }

  /** The segment that causes most of the drop, if one stands out. */
  private static Optional<String> culprit(Night night, List<Night> segments) {
    String named = null;
    double largest = NOTABLE;
    for (Night segment : segments) {
      double share = segment.shareOfDrop(night).orElse(0);
      if (share > largest && share > DISPROPORTIONATE * segment.rows() / night.rows()) {
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
