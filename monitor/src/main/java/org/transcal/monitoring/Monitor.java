package org.transcal.monitoring;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.transcal.matrix.Matrix;

/**
 * Compares batches with a reference.
 *
 * <pre>{@code
 * List<BatchResult> tonight = Monitor.against(reference).observe(BatchTime.parse("2026-11-14"), batch);
 * }</pre>
 */
public final class Monitor {
  /** Most classes for which the quality of every class is shown by default. */
  private static final int MOST_CLASSES = 10;

  private static final int MOST_LISTED = 30;

  /** An unknown segment is compared with at most this many times as many reference rows. */
  private static final int MOST_TIMES = 4;

  private final Reference reference;
  private final AlertPolicy policy;
  private final List<BatchResult> before;
  private final List<String> classes;

  private Monitor(
      Reference reference, AlertPolicy policy, List<BatchResult> before, List<String> classes) {
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
   * The same with earlier batches, in order of time: they show which alerts continue and how well
   * the estimates have done.
   */
  public Monitor after(List<BatchResult> history) {
    return new Monitor(reference, policy, List.copyOf(history), classes);
  }

  /** The same with quality of the named classes; default: all classes if there are at most ten. */
  public Monitor withClasses(List<String> names) {
    return new Monitor(reference, policy, before, List.copyOf(names));
  }

  /** One batch for all rows, then one for each segment of each column of the batch. */
  public List<BatchResult> observe(BatchTime at, Batch batch) {
    batch.requireFits(
        reference.validation().classes(), reference.features().map(Reference.Features::reference));
    int[] asked = askedClasses();
    Map<Segment, int[]> segments = Rows.segments(batch.columns());
    List<BatchResult> earlier =
        before.stream()
            .filter(n -> n.at().compareTo(at) < 0)
            .sorted(Comparator.comparing(BatchResult::at))
            .toList();
    Rows rows = Rows.of(reference.source(), batch.logits(), batch.features());
    Map<Optional<Segment>, int[]> groups = new LinkedHashMap<>();
    groups.put(Optional.empty(), rows.all());
    segments.forEach((segment, group) -> groups.put(Optional.of(segment), group));
    Map<Optional<Segment>, BatchResult.Realised> realised = new HashMap<>();
    batch
        .labels()
        .ifPresent(
            labels ->
                groups.forEach(
                    (segment, group) ->
                        rows.realised(group, labels)
                            .ifPresent(shown -> realised.put(segment, shown))));
    Tonight tonight =
        new Tonight(
            at,
            rows,
            realised,
            asked,
            TrackRecord.of(earlier),
            policy.probability(batch.features().isPresent(), groups.size(), realised.size()));
    Map<Segment, int[]> known =
        Rows.segments(reference.features().map(Reference.Features::columns).orElse(Map.of()));
    List<BatchResult> batches = new ArrayList<>();
    List<Map<Metric, String>> reasons = new ArrayList<>();
    groups.forEach(
        (segment, group) -> {
          Optional<ColumnShifts> shifts =
              reference
                  .features()
                  .flatMap(f -> shifts(f.reference(), known, segment, tonight.rows, group));
          batches.add(batch(tonight, segment, group, shifts));
          reasons.add(reasons(segment, tonight.rows.classShares(group), shifts));
        });
    Alerts alerts = new Alerts(reference, policy, tonight.probability, earlier);
    return IntStream.range(0, batches.size())
        .mapToObj(
            i ->
                alerts.with(
                    batches.get(i),
                    i == 0 ? batches.subList(1, batches.size()) : List.of(),
                    reasons.get(i)))
        .toList();
  }

  /** How far features moved from those of the same segment, or of all rows if it is unknown. */
  private Optional<ColumnShifts> shifts(
      Matrix all,
      Map<Segment, int[]> knownRows,
      Optional<Segment> segment,
      Rows rows,
      int[] group) {
    Matrix features = rows.features(group);
    Optional<int[]> same = segment.filter(reference.segments()::containsKey).map(knownRows::get);
    Matrix known =
        same.map(all::selectRows)
            .orElseGet(
                () ->
                    segment.isEmpty()
                        ? all
                        : all.selectRows(
                            Rows.thinned(all.rows(), Math.max(1, MOST_TIMES * features.rows()))));
    return ColumnShifts.isEnough(segment, known, features)
        ? Optional.of(ColumnShifts.of(known, features))
        : Optional.empty();
  }

  /** The value beyond which a metric alerts on a batch of n rows that has no segments. */
  public double threshold(Metric metric, long rows) {
    Optional<Matrix> known = reference.features().map(Reference.Features::reference);
    return new Findings(rows, Math.min(rows, Rows.MOST_SAMPLED), Map.of(metric, 0.0), Map.of())
        .readings(
            reference.whole(),
            known.map(Matrix::rows).orElse(1),
            policy,
            policy.probability(known.isPresent(), 1, 0))
        .get(0)
        .threshold();
  }

  /**
   * What all groups of a batch share.
   *
   * @param asked numbers of the classes whose quality is requested
   * @param record what corrects intervals
   * @param probability accepted probability that a quiet metric is beyond its threshold
   */
  private record Tonight(
      BatchTime at,
      Rows rows,
      Map<Optional<Segment>, BatchResult.Realised> realised,
      int[] asked,
      TrackRecord record,
      double probability) {}

  private BatchResult batch(
      Tonight tonight, Optional<Segment> segment, int[] group, Optional<ColumnShifts> shifts) {
    Baseline baseline = baseline(segment);
    Rows rows = tonight.rows;
    Optional<Rows.Sampled> sampled = rows.sampled(group);
    Findings found =
        Findings.estimates(
            rows, group, sampled, baseline.confidences(), baseline.classShares(), tonight.record);
    shifts.ifPresent(moved -> found.values().put(Metric.DOMAIN_AUC, moved.auc()));
    Optional<ClassQualities.Range> qualities =
        tonight.asked.length == 0 && reference.validation().classes() > 2
            ? Optional.empty()
            : sampled.map(s -> ClassQualities.Range.of(s.target(), found.accuracy().orElseThrow()));
    return new BatchResult(
        tonight.at,
        segment,
        found.rows(),
        found.sampledRows(),
        found.readings(
            baseline, shifts.map(ColumnShifts::knownRows).orElse(1), policy, tonight.probability),
        qualities.map(q -> q.qualities(tonight.asked, this::className)).orElse(List.of()),
        qualities.flatMap(ClassQualities.Range::auroc),
        segment.isPresent()
            ? List.of()
            : shifts.map(s -> s.largest(reference.featureNames())).orElse(List.of()),
        Optional.ofNullable(tonight.realised.get(segment)),
        sampled.map(s -> tonight.record.intervalFactor(s.estimate())).orElse(1.0),
        List.of());
  }

  private Baseline baseline(Optional<Segment> segment) {
    return segment.map(reference.segments()::get).orElse(reference.whole());
  }

  /** Explanations of feature drift and of drift of predicted classes. */
  private Map<Metric, String> reasons(
      Optional<Segment> segment, double[] shares, Optional<ColumnShifts> shifts) {
    Map<Metric, String> reasons = new EnumMap<>(Metric.class);
    double[] usual = baseline(segment).classShares();
    int most =
        IntStream.range(0, shares.length)
            .boxed()
            .max(Comparator.comparingDouble(k -> Math.abs(shares[k] - usual[k])))
            .orElseThrow();
    reasons.put(
        Metric.CLASSES,
        String.format(
            Locale.ROOT,
            "class %s is predicted in %.0f %% of the rows, usually in %.0f %%",
            className(most),
            100 * shares[most],
            100 * usual[most]));
    shifts
        .flatMap(s -> s.moved(reference.featureNames()))
        .ifPresent(
            moved -> {
              reasons.put(Metric.ACCURACY, moved);
              reasons.put(Metric.DOMAIN_AUC, moved);
            });
    return reasons;
  }

  private String className(int k) {
    return reference.classNames().isEmpty() ? Integer.toString(k) : reference.classNames().get(k);
  }

  /** Numbers of the requested classes, each given by name or number. */
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
                String more = count > MOST_LISTED ? ", …, " + names.get(count - 1) : "";
                String known = String.join(", ", names.subList(0, Math.min(count, MOST_LISTED)));
                throw new IllegalArgumentException(
                    "Class '" + name + "' is unknown; the classes are " + known + more);
              }
              return found;
            })
        .distinct()
        .toArray();
  }
}
