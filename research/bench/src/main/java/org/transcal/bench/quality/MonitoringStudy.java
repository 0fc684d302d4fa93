package org.transcal.bench.quality;

import static org.transcal.bench.quality.StudyReferences.Columns.NONE;
import static org.transcal.bench.quality.StudyReferences.Columns.OWN;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.Metric;
import org.transcal.monitoring.Monitor;
import org.transcal.monitoring.Reference;
import org.transcal.monitoring.example.MonitoredDays;
import org.transcal.monitoring.example.MonitoredDays.Event;
import org.transcal.monitoring.example.MonitoredDays.KnownBatch;

/** Whether the alerts and intervals of nightly monitoring are as promised. */
public final class MonitoringStudy {
  private static final int LABELS_LATE = 7;
  private static final double DROP = 0.1;

  private final int seeds;
  private final int batches;
  private final StudyReferences references = new StudyReferences();

  private MonitoringStudy(int seeds, int batches) {
    this.seeds = seeds;
    this.batches = batches;
  }

  /**
   * Arguments: a folder to write one Markdown file per section into, number of seeds, batches per
   * seed, the gas task, its batch numbers, and the sections: {@code intro}, {@code alarms}, {@code
   * drops}, {@code coverage}, {@code gas}.
   */
  public static void main(String[] arguments) throws IOException {
    MonitoringStudy study =
        new MonitoringStudy(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
    for (String section : List.of(arguments).subList(5, arguments.length)) {
      Page page =
          switch (section) {
            case "intro" -> study.introduction();
            case "alarms" -> study.falseAlarms();
            case "drops" -> study.drops();
            case "coverage" -> study.coverage();
            case "gas" -> GasDriftStudy.section(Path.of(arguments[3]), Path.of(arguments[4]));
            default -> throw new IllegalArgumentException("Section " + section + " is unknown");
          };
      page.write(Path.of(arguments[0]).resolve(section + ".md"));
    }
  }

  private Page introduction() {
    return Page.of("Nightly monitoring, measured", "monitoring/run")
        .add(
            """


            The nights are those of `transcal demo --monitor` (`MonitoredDays`: 2,000 rows, 5 classes, \
            8 features) drawn repeatedly: %d seeds, each with its own source rows and reference. \
            Alerts have the default policy: one false alarm in a hundred nights.

            The example was changed twice after first results were seen, both times in favour of the \
            monitor: it had 10 columns, four of them noise (estimates 7 points too low, realised \
            accuracy inside the interval on 50 of 60 nights of one seed), and now has 8; and its bad \
            segment was a noisy camera, which was missed on six of seven nights, and is now a camera \
            out of focus. The noisy camera is still a row below.
            """,
            seeds);
  }

  private Page falseAlarms() {
    Page page =
        new Page()
            .section("False alarms on quiet nights")
            .add(
                "Share of %,d quiet nights with an alert, in %%; the promise is 1.0 %% for *any*, and"
                    + " chance moves the measured share by ±%.1f (two standard errors, if nights"
                    + " were independent; nights that share a reference are not).%n%n",
                seeds * batches, 200 * Math.sqrt(0.0099 / (seeds * batches)));
    List<String> columns =
        new ArrayList<>(List.of("reference", "nights", "segments", "any", "all rows"));
    Metric.withoutLabels().forEach(metric -> columns.add(metric.key()));
    columns.addAll(List.of("a segment", "worst seed"));
    page.head(columns.size(), columns);
    for (StudyReferences.Columns each : StudyReferences.Columns.values()) {
      IntFunction<Reference> period = seed -> references.period(seed, each);
      IntFunction<Reference> source = seed -> references.source(seed);
      page.row(alarms("20 nights", "quiet", period, each, days -> days::quietBatch, batches));
      if (each != OWN) {
        page.row(
            alarms("source rows", "of the source", source, each, d -> d::sourceBatch, batches));
      }
      if (each == NONE) {
        String kind = "quiet, in worse light than the source";
        page.row(alarms("source rows", kind, source, each, d -> d::quietBatch, batches / 5));
      }
    }
    return page;
  }

  private List<Object> alarms(
      String name,
      String kind,
      IntFunction<Reference> reference,
      StudyReferences.Columns columns,
      Function<MonitoredDays, IntFunction<KnownBatch>> source,
      int batchesOfSeed) {
    int any = 0;
    int whole = 0;
    int inSegments = 0;
    int worst = 0;
    int segments = 0;
    Map<Metric, Integer> byMetric = new EnumMap<>(Metric.class);
    for (int seed = 0; seed < seeds; seed++) {
      MonitoredDays days = MonitoredDays.seeded(seed);
      Monitor monitor = Monitor.against(reference.apply(seed));
      int ofSeed = 0;
      for (int k = 0; k < batchesOfSeed; k++) {
        KnownBatch batch = source.apply(days).apply(k);
        List<BatchResult> found = monitor.observe(batch.at(), columns.of(batch.batch()));
        segments = found.size() - 1;
        boolean segment = found.stream().skip(1).anyMatch(n -> !n.alerts().isEmpty());
        Set<Metric> metrics = metrics(found.get(0));
        metrics.forEach(metric -> byMetric.merge(metric, 1, Integer::sum));
        whole += metrics.isEmpty() ? 0 : 1;
        inSegments += segment ? 1 : 0;
        ofSeed += segment || !metrics.isEmpty() ? 1 : 0;
      }
      any += ofSeed;
      worst = Math.max(worst, ofSeed);
    }
    double all = seeds * batchesOfSeed;
    List<Object> cells = new ArrayList<>(List.of(name, kind, segments));
    cells.add(Page.percent(any, all));
    cells.add(Page.percent(whole, all));
    for (Metric metric : Metric.withoutLabels()) {
      cells.add(Page.percent(byMetric.getOrDefault(metric, 0), all));
    }
    cells.add(Page.percent(inSegments, all));
    cells.add(Page.percent(worst, batchesOfSeed));
    return cells;
  }

  private static Set<Metric> metrics(BatchResult batch) {
    Set<Metric> metrics = new HashSet<>();
    batch.alerts().forEach(alert -> metrics.add(alert.metric()));
    return metrics;
  }

  private Page drops() {
    int replications = (200 + seeds - 1) / seeds;
    Page page =
        new Page()
            .section("How soon a drop is found")
            .add(
                "Share of %d replications with an alert on the first night, and on the first or"
                    + " second, in %%. The goal is 90 %% within two nights for a drop of 10 points."
                    + " *Segments*: those of the example, four cameras and two regions; an alert in"
                    + " any of them counts.%n%n",
                seeds * replications)
            .head(
                "what happens | segments | true accuracy | any alert, 1 night | 2 nights"
                    + " | accuracy alert, 1 night | 2 nights");
    double goal = MonitoredDays.trueAccuracy(Event.QUIET, 0) - DROP;
    for (Event event : List.of(Event.DECAY, Event.BREAK)) {
      addDrop(page, event, strength(event, goal), NONE, replications);
      addDrop(page, event, strength(event, goal + DROP / 2), NONE, replications);
    }
    addDrop(page, Event.LABEL_SHIFT, 1, NONE, replications);
    for (StudyReferences.Columns columns : List.of(NONE, OWN)) {
      addDrop(page, Event.SEGMENT, 1, columns, replications);
      addDrop(page, Event.NOISE, 1, columns, replications);
    }
    return page;
  }

  /** By bisection. */
  private static double strength(Event event, double accuracy) {
    double low = 0;
    double high = 1.4;
    for (int i = 0; i < 30; i++) {
      double middle = (low + high) / 2;
      if (MonitoredDays.trueAccuracy(event, middle) > accuracy) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private void addDrop(
      Page page, Event event, double strength, StudyReferences.Columns columns, int replications) {
    int[] found = new int[4];
    for (int seed = 0; seed < seeds; seed++) {
      MonitoredDays days = MonitoredDays.seeded(seed);
      Monitor monitor = Monitor.against(references.period(seed, columns));
      for (int r = 0; r < replications; r++) {
        boolean any = false;
        boolean accuracy = false;
        for (int batch = 0; batch < 2; batch++) {
          KnownBatch known = days.studyBatch(2 * r + batch, event, strength);
          Set<Metric> metrics = new HashSet<>();
          monitor
              .observe(known.at(), columns.of(known.batch()))
              .forEach(group -> metrics.addAll(metrics(group)));
          any = any || !metrics.isEmpty();
          accuracy = accuracy || metrics.contains(Metric.ACCURACY);
          found[batch] += any ? 1 : 0;
          found[2 + batch] += accuracy ? 1 : 0;
          if (accuracy) {
            // The second batch cannot change anything.
            found[1] += batch == 0 ? 1 : 0;
            found[3] += batch == 0 ? 1 : 0;
            break;
          }
        }
      }
    }
    double before = MonitoredDays.trueAccuracy(Event.QUIET, 0);
    double after = MonitoredDays.trueAccuracy(event, strength);
    double all = seeds * replications;
    page.row(
        name(event),
        columns == NONE ? "no" : "yes",
        Page.percent(before) + " % → " + Page.percent(after) + " %",
        Page.percent(found[0], all),
        Page.percent(found[1], all),
        Page.percent(found[2], all),
        Page.percent(found[3], all));
  }

  private static String name(Event event) {
    return event.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private Page coverage() {
    Page page =
        new Page()
            .section("Realised accuracy inside the interval")
            .add(
                "The 60 days of %d seeds: share of nights, in %%, whose realised accuracy is inside"
                    + " the 90 %% interval of the estimate, with the mean width of the interval in"
                    + " points. *Recalibrated* intervals use the record of nights whose labels"
                    + " arrived %d days later. The goal is 85 %%.%n%n",
                seeds, LABELS_LATE);
    Map<Event, IntervalRecord> records = new EnumMap<>(Event.class);
    IntervalRecord all = new IntervalRecord();
    for (int seed = 0; seed < seeds; seed++) {
      MonitoredDays days = MonitoredDays.seeded(seed);
      Monitor monitor = Monitor.against(references.period(seed, NONE));
      List<BatchResult> earlier = new ArrayList<>();
      for (int day = 1; day <= MonitoredDays.DAYS; day++) {
        KnownBatch known = days.batch(day);
        BatchResult batch = monitor.observe(known.at(), NONE.of(known.labelled())).get(0);
        List<BatchResult> labelled =
            earlier.subList(0, Math.max(0, earlier.size() - LABELS_LATE + 1));
        records.computeIfAbsent(known.event(), e -> new IntervalRecord()).add(batch, labelled);
        all.add(batch, labelled);
        earlier.add(batch);
      }
    }
    Map<String, IntervalRecord> byName = new LinkedHashMap<>();
    records.forEach((event, record) -> byName.put(name(event), record));
    byName.put("all days", all);
    IntervalRecord.addTable(page, byName);
    return page;
  }
}
