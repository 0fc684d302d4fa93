package org.transcal.bench.quality;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.transcal.calibration.Methods;
import org.transcal.io.ArrayFiles;
import org.transcal.io.ArrayLocation;
import org.transcal.io.LoadedTask;
import org.transcal.io.TaskFiles;
import org.transcal.metric.Interval;
import org.transcal.model.CalibrationModel;
import org.transcal.monitoring.Batch;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.BatchTime;
import org.transcal.monitoring.Metric;
import org.transcal.monitoring.Monitor;
import org.transcal.monitoring.Reading;
import org.transcal.monitoring.Reference;

/** Monitoring of chemical sensors that drift over three years, in order of time. */
final class GasDriftStudy {
  private static final int CHUNK = 100;

  private GasDriftStudy() {}

  /** The section of the page about a task and the batch numbers of its target rows. */
  static Page section(Path taskFile, Path batchFile) {
    LoadedTask loaded = TaskFiles.load(taskFile);
    double[] numbers = ArrayFiles.readVector(ArrayLocation.of(batchFile));
    CalibrationModel model = Methods.recommended().fit(loaded.task()).model();
    Reference reference = Reference.learn(loaded.task(), model, List.of(), List.of(), List.of(), 0);
    Page page =
        new Page()
            .section("Real drift: gas sensors in order of time")
            .add(
                "Logistic regression on readings of 128 chemical sensors, trained on batches 1 and 2"
                    + " by scikit-learn, whose last digits depend on the processor, and never"
                    + " retrained; later batches follow over three years. The reference is resampled"
                    + " from source validation rows, since no later batch is quiet. Labels of a"
                    + " night are known when the next one comes. Accuracy in %.\n\n")
            .head("batch | rows | estimate | interval | recalibrated | realised | alerts");
    IntervalRecord whole = new IntervalRecord();
    List<BatchResult> history = new ArrayList<>();
    for (double number : Arrays.stream(numbers).distinct().sorted().toArray()) {
      int[] rows = IntStream.range(0, numbers.length).filter(i -> numbers[i] == number).toArray();
      BatchResult batch = observe(reference, Long.toString((long) number), loaded, rows);
      addRow(page, batch, whole.add(batch, history));
      history.add(batch);
    }
    IntervalRecord chunks = new IntervalRecord();
    List<BatchResult> chunked = new ArrayList<>();
    for (int from = 0; from < numbers.length; from += CHUNK) {
      int[] rows = IntStream.range(from, Math.min(numbers.length, from + CHUNK)).toArray();
      BatchResult batch = observe(reference, Integer.toString(from / CHUNK), loaded, rows);
      chunks.add(batch, chunked);
      chunked.add(batch);
    }
    Map<String, IntervalRecord> records = new LinkedHashMap<>();
    records.put("whole batches", whole);
    records.put("nights of " + CHUNK + " rows", chunks);
    IntervalRecord.addTable(page.add("\n"), records);
    return page;
  }

  private static BatchResult observe(
      Reference reference, String at, LoadedTask loaded, int[] rows) {
    Batch batch =
        new Batch(
            loaded.task().target().logits().selectRows(rows),
            loaded.task().features().map(f -> f.target().selectRows(rows)),
            Optional.of(loaded.targetLabels().orElseThrow().select(rows)),
            Map.of());
    return Monitor.against(reference).observe(BatchTime.parse(at), batch).get(0);
  }

  private static void addRow(Page page, BatchResult batch, Interval corrected) {
    Reading reading = batch.reading(Metric.ACCURACY).orElseThrow();
    page.row(
        batch.at(),
        batch.rows(),
        Page.percent(reading.value()),
        range(reading.interval().orElseThrow()),
        range(corrected),
        Page.percent(batch.realised().orElseThrow().accuracy().value()),
        batch.alerts().stream().map(a -> a.metric().key()).collect(Collectors.joining(", ")));
  }

  private static String range(Interval interval) {
    return Page.percent(interval.low()) + " – " + Page.percent(interval.high());
  }
}
