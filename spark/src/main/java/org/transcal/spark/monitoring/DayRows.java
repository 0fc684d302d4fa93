package org.transcal.spark.monitoring;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.transcal.matrix.Matrix;
import org.transcal.monitoring.Batch;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.Segment;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;

/**
 * The rows of one day: all are counted, those with the smallest hashes are kept, so that neither
 * order nor partitioning matters.
 */
final class DayRows {
  private final List<String> columns;
  private final int limit;
  private final Map<Segment, Long> counts = new HashMap<>();
  private List<MonitoredRow> kept = new ArrayList<>();
  private long rows;

  DayRows(List<String> columns, int limit) {
    this.columns = columns;
    this.limit = limit;
  }

  void add(MonitoredRow row) {
    rows++;
    for (int i = 0; i < columns.size(); i++) {
      counts.merge(new Segment(columns.get(i), row.segments().get(i)), 1L, Long::sum);
    }
    kept.add(row);
    if (kept.size() == 2 * limit) {
      prune();
    }
  }

  /** Number of all rows. */
  long rows() {
    return rows;
  }

  private void prune() {
    kept.sort(MonitoredRow.ORDER);
    if (kept.size() > limit) {
      kept = new ArrayList<>(kept.subList(0, limit));
    }
  }

  /** The kept rows, ordered by content. */
  Batch batch() {
    prune();
    Logits logits = Logits.copyOf(kept.stream().map(MonitoredRow::logits).toArray(double[][]::new));
    double[][] features = kept.stream().map(MonitoredRow::features).toArray(double[][]::new);
    Labels labels =
        Labels.partial(kept.stream().mapToInt(MonitoredRow::label).toArray(), logits.classes());
    Map<String, List<String>> values = new LinkedHashMap<>();
    for (int i = 0; i < columns.size(); i++) {
      int column = i;
      values.put(columns.get(i), kept.stream().map(row -> row.segments().get(column)).toList());
    }
    return new Batch(
        logits,
        features[0].length == 0 ? Optional.empty() : Optional.of(Matrix.copyOf(features)),
        labels.known() == 0 ? Optional.empty() : Optional.of(labels),
        values);
  }

  /** A batch of the kept rows with the number of all rows. */
  BatchResult counted(BatchResult batch) {
    return batch.withRows(batch.segment().map(counts::get).orElse(rows));
  }
}
