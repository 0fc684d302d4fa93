package org.transcal.cli.fit;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.transcal.calibration.Methods;
import org.transcal.cli.terminal.ShellCommand;
import org.transcal.cli.terminal.Terminal;
import org.transcal.io.TaskWriter;
import org.transcal.io.file.AtomicFile;
import org.transcal.io.json.Provenance;
import org.transcal.io.npy.NpzWriter;
import org.transcal.monitoring.Batch;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.BatchTime;
import org.transcal.monitoring.Monitor;
import org.transcal.monitoring.Reference;
import org.transcal.monitoring.example.MonitoredDays;
import org.transcal.monitoring.example.MonitoredDays.KnownBatch;
import org.transcal.monitoring.history.Histories;
import org.transcal.monitoring.history.ReferenceFile;
import org.transcal.prediction.Labels;
import org.transcal.report.MonitorDashboard;
import org.transcal.task.TransferTask;
import org.transcal.workflow.Progress;

/** Sixty batches of a deployed classifier, monitored as by cron, compared with the truth. */
final class MonitorDemo {
  /** What the demo writes besides the task. */
  static final List<String> FILES =
      List.of("period", "nights", "labels", "reference.npz", "history.jsonl", "dashboard.html");

  private static final int LABELS_LATE = 7;

  /** The first batch of the break. */
  private static final String BREAK = "2026-10-21";

  /** On every other batch, one row in this many is labelled; on the others, all are. */
  private static final int LABELLED = 4;

  private final Terminal terminal;
  private final OutputFolder folder;
  private final long seed;
  private final MonitoredDays days;

  MonitorDemo(Terminal terminal, OutputFolder folder, long seed) {
    this.terminal = terminal;
    this.folder = folder;
    this.seed = seed;
    this.days = MonitoredDays.seeded(seed);
  }

  void run() {
    List<KnownBatch> known =
        IntStream.rangeClosed(1, MonitoredDays.DAYS).mapToObj(days::batch).toList();
    TransferTask task = days.task();
    TaskWriter.of(task)
        .classNames(MonitoredDays.classNames())
        .featureNames(MonitoredDays.featureNames())
        .write(folder.file("task.npz"));
    List<KnownBatch> period =
        IntStream.range(-MonitoredDays.PERIOD, 0).mapToObj(days::batch).toList();
    period.forEach(batch -> write("period", batch.at(), batch.batch()));
    for (KnownBatch batch : known) {
      write("nights", batch.at(), batch.batch());
      writeLabels(batch.at(), lateLabels(batch));
    }
    Reference reference =
        Reference.learn(
            task,
            Methods.recommended().fit(task).model(),
            days.period(),
            MonitoredDays.classNames(),
            MonitoredDays.featureNames(),
            seed);
    ReferenceFile.write(folder.file("reference.npz"), reference, Provenance.of(Methods.DEFAULT));
    MonitorTimeline timeline = new MonitorTimeline();
    List<BatchResult> history = monitor(reference, known, timeline);
    Histories.open(folder.file("history.jsonl")).write(history, Optional.empty());
    AtomicFile.write(
        folder.file("dashboard.html"),
        page(history, period, known).getBytes(StandardCharsets.UTF_8));
    timeline.lines().forEach(terminal.results()::println);
    files().forEach(terminal.results()::println);
  }

  /** Monitors every batch, and again a week later with its labels. */
  private List<BatchResult> monitor(
      Reference reference, List<KnownBatch> known, MonitorTimeline timeline) {
    List<List<BatchResult>> batches = new ArrayList<>();
    try (Progress progress = terminal.progress("monitoring", known.size())) {
      for (int day = 0; day < known.size(); day++) {
        int earlier = day - LABELS_LATE;
        if (earlier >= 0) {
          KnownBatch then = known.get(earlier);
          Batch rows = then.batch();
          Batch labelled =
              new Batch(
                  rows.logits(), rows.features(), Optional.of(lateLabels(then)), rows.columns());
          batches.set(
              earlier,
              Monitor.against(reference)
                  .after(joined(reference, batches.subList(0, earlier)))
                  .observe(then.at(), labelled));
        }
        KnownBatch tonight = known.get(day);
        List<BatchResult> found =
            Monitor.against(reference)
                .after(joined(reference, batches))
                .observe(tonight.at(), tonight.batch());
        batches.add(found);
        timeline.add(tonight, found);
        progress.advance(1);
      }
    }
    return joined(reference, batches);
  }

  private static List<BatchResult> joined(Reference reference, List<List<BatchResult>> batches) {
    List<BatchResult> all = new ArrayList<>(reference.batches());
    batches.forEach(all::addAll);
    return all;
  }

  private static Labels lateLabels(KnownBatch batch) {
    int[] labels = batch.labels().toArray();
    if (batch.at().position() / 86_400 % 2 == 0) {
      for (int i = 0; i < labels.length; i++) {
        labels[i] = i % LABELLED == 0 ? labels[i] : Labels.UNKNOWN;
      }
    }
    return Labels.partial(labels, batch.labels().classes());
  }

  private void write(String where, BatchTime at, Batch batch) {
    try (NpzWriter writer = NpzWriter.open(folder.file(where + "/" + at + ".npz"))) {
      writer
          .matrix("target_logits", batch.logits().values())
          .matrix("target_features", batch.features().orElseThrow())
          .integers(
              "camera",
              batch.columns().get("camera").stream().mapToInt(Integer::parseInt).toArray())
          .texts("region", batch.columns().get("region"))
          .commit();
    }
  }

  private void writeLabels(BatchTime at, Labels labels) {
    StringBuilder text = new StringBuilder("row,label\n");
    for (int i = 0; i < labels.rows(); i++) {
      if (labels.get(i) != Labels.UNKNOWN) {
        text.append(i).append(',').append(labels.get(i)).append('\n');
      }
    }
    AtomicFile.write(
        folder.file("labels/" + at + ".csv"), text.toString().getBytes(StandardCharsets.UTF_8));
  }

  private String page(List<BatchResult> history, List<KnownBatch> period, List<KnownBatch> known) {
    Map<BatchTime, Double> truth = new HashMap<>();
    period.forEach(batch -> truth.put(batch.at(), batch.accuracy()));
    known.forEach(batch -> truth.put(batch.at(), batch.accuracy()));
    return MonitorDashboard.of(history)
        .withTitle("the demo")
        .withTruth(truth)
        .toHtml(terminal.reproduction());
  }

  private List<String> files() {
    return List.of(
        "task           " + folder.file("task.npz"),
        "period         " + folder.file("period") + " (" + MonitoredDays.PERIOD + " quiet nights)",
        "nights         " + folder.file("nights") + " (" + MonitoredDays.DAYS + ")",
        "labels         " + folder.file("labels") + " (they arrive a week late)",
        "reference      " + folder.file("reference.npz"),
        "history        " + folder.file("history.jsonl"),
        "dashboard      " + folder.file("dashboard.html"),
        "",
        "Open the dashboard in any browser; it works offline. Try next:",
        "  "
            + new ShellCommand(terminal.command())
                .add("reference", path("task.npz"), "--period", path("period"))
                .add("--segment", "camera", "--out", "ref.npz"),
        "  "
            + new ShellCommand(terminal.command())
                .add("monitor", path("reference.npz"), path("nights/" + BREAK + ".npz"))
                .add("--at", BREAK, "--segment", "camera"));
  }

  private String path(String name) {
    return folder.file(name).toString();
  }
}
