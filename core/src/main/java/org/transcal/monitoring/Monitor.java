package org.transcal.monitoring;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.transcal.matrix.Matrix;

/**
 * Compares nights with a reference.
 *
 * <pre>{@code
 * List<Night> tonight = Monitor.against(reference).observe(NightTime.parse("2026-11-14"), batch);
 * }</pre>
 */
public final class Monitor {
  /** Quality of every class is shown if there are no more than this. */
  private static final int MOST_CLASSES = 10;

  private final Reference reference;
  private final AlertPolicy policy;
  private final List<Night> before;
  private final List<String> classes;

  private Monitor(
      Reference reference, AlertPolicy policy, List<Night> before, List<String> classes) {
    this.reference = reference;
    this.policy = policy;
    this.before = before;
    this.classes = classes;
  }

  /** With the default policy. */
  public static Monitor against(Reference reference) {
    return new Monitor(reference, AlertPolicy.DEFAULT, List.of(), List.of());
  }

  /** The same with another policy. */
  public Monitor withPolicy(AlertPolicy newPolicy) {
    return new Monitor(reference, newPolicy, before, classes);
  }

  /**
   * The same with the nights before, in order of time: they tell which alerts last and how well the
   * estimates have done.
   */
  public Monitor after(List<Night> history) {
    return new Monitor(reference, policy, List.copyOf(history), classes);
  }

  /** The same with quality of the named classes; default: all classes if there are at most ten. */
  public Monitor withClasses(List<String> names) {
    return new Monitor(reference, policy, before, List.copyOf(names));
  }

  /** One night for all rows, then one for each segment of each column of the batch. */
  public List<Night> observe(NightTime at, Batch batch) {
    batch.requireFits(
        reference.validation().classes(), reference.features().map(Reference.Features::reference));
    int[] asked = askedClasses();
    Map<Segment, int[]> segments = Rows.segments(batch.columns());
    List<Night> earlier =
        before.stream()
            .filter(n -> n.at().compareTo(at) < 0)
            .sorted(Comparator.comparing(Night::at))
            .toList();
    Tonight tonight =
        new Tonight(
            at,
            batch,
            Rows.of(reference.source(), batch.logits(), batch.features()),
            asked,
            TrackRecord.of(earlier).intervalFactor(),
            policy.probability(batch.features().isPresent(), 1 + segments.size()));
    Optional<ColumnShifts> shifts =
        reference.features().map(f -> ColumnShifts.of(f.reference(), tonight.rows.features()));
    Night whole = night(tonight, Optional.empty(), tonight.rows.all(), shifts);
    List<Night> parts = new ArrayList<>();
    segments.forEach(
        (segment, group) ->
            parts.add(night(tonight, Optional.of(segment), group, Optional.empty())));
    Alerts alerts = new Alerts(reference, policy, earlier);
    List<Night> nights = new ArrayList<>();
    nights.add(alerts.with(whole, parts, moved(whole, shifts)));
    parts.forEach(part -> nights.add(alerts.with(part, List.of(), List.of())));
    return List.copyOf(nights);
  }

  /** The value beyond which a metric alerts on a night of n rows that has no segments. */
  public double threshold(Metric metric, long rows) {
    Optional<Matrix> known = reference.features().map(Reference.Features::reference);
    return new Findings(rows, Math.min(rows, Rows.MOST_SAMPLED), Map.of(metric, 0.0), Map.of())
        .readings(
            reference.whole(),
            known.map(Matrix::rows).orElse(1),
            policy,
            policy.probability(known.isPresent(), 1))
        .get(0)
        .threshold();
  }

  /**
   * What all groups of a night share.
   *
   * @param asked numbers of the classes whose quality is asked for
   * @param factor what half-widths of intervals are multiplied by
   * @param probability accepted probability that a quiet metric is beyond its threshold
   */
  private record Tonight(
      NightTime at, Batch batch, Rows rows, int[] asked, double factor, double probability) {}

  private Night night(
      Tonight tonight, Optional<Segment> segment, int[] group, Optional<ColumnShifts> shifts) {
    Baseline baseline =
        segment
            .map(s -> reference.segments().getOrDefault(s, reference.whole()))
            .orElse(reference.whole());
    Rows rows = tonight.rows;
    Optional<Rows.Sampled> sampled = rows.sampled(group);
    Findings found =
        Findings.estimates(
            rows, group, sampled, baseline.confidences(), baseline.classShares(), tonight.factor);
    Optional<Matrix> known = reference.features().map(Reference.Features::reference);
    if (shifts.isPresent()) {
      found.values().put(Metric.DOMAIN_AUC, shifts.get().auc());
    }
    Optional<ClassQualities.Range> qualities =
        tonight.asked.length == 0 && reference.validation().classes() > 2
            ? Optional.empty()
            : sampled.map(s -> ClassQualities.Range.of(s.target(), found.accuracy().orElseThrow()));
    return new Night(
        tonight.at,
        segment,
        found.rows(),
        found.sampledRows(),
        found.readings(baseline, known.map(Matrix::rows).orElse(1), policy, tonight.probability),
        qualities.map(q -> q.qualities(tonight.asked, this::className)).orElse(List.of()),
        qualities.flatMap(ClassQualities.Range::auroc),
        shifts.map(s -> s.largest(reference.featureNames())).orElse(List.of()),
        tonight.batch.labels().flatMap(labels -> rows.realised(group, labels)),
        tonight.factor,
        List.of());
  }

  /** Columns whose shift is more than chance. */
  private static List<String> moved(Night night, Optional<ColumnShifts> shifts) {
    return night.features().stream()
        .filter(f -> f.score() > shifts.orElseThrow().critical())
        .map(Night.FeatureShift::name)
        .toList();
  }

  private String className(int k) {
    return reference.classNames().isEmpty() ? Integer.toString(k) : reference.classNames().get(k);
  }

  /** Numbers of the classes asked for, each by its name or number. */
  private int[] askedClasses() {
    int count = reference.validation().classes();
    List<String> names = IntStream.range(0, count).mapToObj(this::className).toList();
    if (classes.isEmpty()) {
      return IntStream.range(0, count <= MOST_CLASSES ? count : 0).toArray();
    }
    return classes.stream()
        .mapToInt(
            name -> {
              int found = names.indexOf(name);
              boolean isNumber = found < 0 && name.matches("[0-9]{1,9}");
              found = isNumber ? Integer.parseInt(name) : found;
              if (found < 0 || found >= count) {
                throw new IllegalArgumentException(
                    "Class '" + name + "' is unknown; the classes are " + String.join(", ", names));
              }
              return found;
            })
        .distinct()
        .toArray();
  }
}
