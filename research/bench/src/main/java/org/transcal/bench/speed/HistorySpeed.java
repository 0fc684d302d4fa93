package org.transcal.bench.speed;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.transcal.metric.Estimate;
import org.transcal.metric.Interval;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.BatchTime;
import org.transcal.monitoring.Metric;
import org.transcal.monitoring.Reading;
import org.transcal.monitoring.Segment;
import org.transcal.monitoring.history.Histories;
import org.transcal.monitoring.history.History;
import org.transcal.report.MonitorDashboard;

/** How long a large history takes to open; run by {@code research/bench/speed/history}. */
public final class HistorySpeed {
  private static final int SEGMENTS = 20;
  private static final int DETAILED = 60;

  private HistorySpeed() {}

  /**
   * {@code make FILE NIGHTS} writes a history, {@code read}, {@code page} and {@code add FILE} time
   * it.
   */
  public static void main(String[] args) {
    History history = Histories.open(Path.of(args[1]));
    long start = System.nanoTime();
    String what;
    if (args[0].equals("make")) {
      List<BatchResult> batches = new ArrayList<>();
      for (int i = 0; i < Integer.parseInt(args[2]); i++) {
        batches.addAll(batch(i));
      }
      history.write(batches, Optional.empty());
      what = "wrote " + batches.size() + " rows";
    } else if (args[0].equals("add")) {
      history.write(batch(-1), Optional.empty());
      what = "added a night";
    } else {
      List<BatchResult> batches = history.read(DETAILED);
      what = "read " + batches.size() + " rows";
      if (args[0].equals("page")) {
        String page = MonitorDashboard.of(batches).toHtml();
        what += String.format(Locale.ROOT, " and drew %.1f MB", page.length() / 1e6);
      }
    }
    double wall = (System.nanoTime() - start) / 1e9;
    double cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1e9;
    System.out.println(
        String.format(
            Locale.ROOT,
            "%s: %s in %.2f s, of which its thread computed %.2f s",
            args[1],
            what,
            wall,
            cpu));
  }

  private static List<BatchResult> batch(int number) {
    SplittableRandom random = new SplittableRandom(number);
    String at = LocalDate.ofEpochDay(10_000 + number).toString();
    return Stream.iterate(0, i -> i + 1).limit(SEGMENTS).map(i -> batch(at, i, random)).toList();
  }

  private static BatchResult batch(String at, int segment, SplittableRandom random) {
    boolean whole = segment == 0;
    return new BatchResult(
        BatchTime.parse(at),
        whole ? Optional.empty() : Optional.of(new Segment("camera", Integer.toString(segment))),
        2000,
        2000,
        Metric.withoutLabels().stream()
            .filter(metric -> whole || metric != Metric.DOMAIN_AUC)
            .map(metric -> reading(metric, random))
            .toList(),
        Stream.of("a", "b", "c", "d", "e")
            .map(
                name ->
                    new BatchResult.ClassQuality(
                        name, estimate(random), estimate(random), estimate(random)))
            .toList(),
        Optional.empty(),
        whole
            ? Stream.of("1", "2", "3")
                .map(n -> new BatchResult.FeatureShift(n, random.nextDouble()))
                .toList()
            : List.of(),
        Optional.of(new BatchResult.Realised(100, estimate(random), random.nextDouble())),
        1,
        random.nextInt(20) == 0
            ? List.of(new BatchResult.Alert(Metric.ACCURACY, "accuracy 62 %, below 71 %"))
            : List.of());
  }

  private static Reading reading(Metric metric, SplittableRandom random) {
    Optional<Interval> interval =
        metric == Metric.ACCURACY || metric == Metric.ECE
            ? Optional.of(estimate(random).interval())
            : Optional.empty();
    return new Reading(
        metric, random.nextDouble(), interval, random.nextDouble(), random.nextDouble());
  }

  private static Estimate estimate(SplittableRandom random) {
    double value = random.nextDouble();
    return new Estimate(value, new Interval(value - 0.03, value + 0.03));
  }
}
