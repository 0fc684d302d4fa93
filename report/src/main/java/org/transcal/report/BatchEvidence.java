package org.transcal.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.transcal.metric.Estimate;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.BatchResult.ClassQuality;
import org.transcal.monitoring.BatchResult.FeatureShift;
import org.transcal.monitoring.MonitorWords;
import org.transcal.report.markup.Json;

/** The evidence of single batches, shown on demand, for as many batches as there is room for. */
final class BatchEvidence {
  /** Characters for all evidence of a page. */
  private static final int MOST_CHARACTERS = 2_000_000;

  private static final int MOST_CLASSES = 50;
  private static final int MOST_FEATURES = 20;

  private final Map<BatchSeries, Json> found = new LinkedHashMap<>();
  private int first;

  /** Collects evidence from the latest point back. */
  BatchEvidence(BatchPoints points, List<BatchSeries> series) {
    series.forEach(each -> found.put(each, new Json()));
    int left = MOST_CHARACTERS;
    first = points.size();
    while (first > 0 && points.isSingle(first - 1) && left > 0) {
      first--;
      for (BatchSeries each : series) {
        if (!each.at(first).isEmpty()) {
          Json json = json(each.at(first).get(0));
          left -= json.write().length();
          found.get(each).with(Integer.toString(first), json);
        }
      }
    }
  }

  /** The first point with evidence. */
  int first() {
    return first;
  }

  /** The evidence of a series, by point number. */
  Json of(BatchSeries series) {
    return found.get(series);
  }

  private static Json json(BatchResult batch) {
    Json json = new Json();
    if (batch.sampledRows() != batch.rows()) {
      json.with("sampled", batch.sampledRows());
    }
    if (!batch.alerts().isEmpty()) {
      List<String> texts =
          batch.alerts().stream().map(a -> BatchSeries.plain(MonitorWords.text(batch, a))).toList();
      json.withTexts("alerts", texts);
    }
    batch
        .realised()
        .ifPresent(
            realised ->
                json.with("labelled", realised.rows())
                    .withShort("realised", numbers(realised.accuracy()))
                    .with("realisedEce", realised.ece()));
    batch.auroc().ifPresent(auroc -> json.withShort("auroc", numbers(auroc)));
    if (batch.intervalFactor() != 1) {
      json.with("factor", batch.intervalFactor());
    }
    if (!batch.classes().isEmpty()) {
      List<ClassQuality> classes = batch.classes().stream().limit(MOST_CLASSES).toList();
      json.with("classes", classes.stream().map(BatchEvidence::json).toList());
    }
    if (!batch.features().isEmpty()) {
      List<FeatureShift> moved = batch.features().stream().limit(MOST_FEATURES).toList();
      json.withTexts("features", moved.stream().map(f -> BatchSeries.plain(f.name())).toList())
          .withShort("moved", moved.stream().mapToDouble(FeatureShift::score).toArray());
    }
    return json;
  }

  private static Json json(ClassQuality quality) {
    return new Json()
        .with("name", BatchSeries.plain(quality.name()))
        .withShort("q", numbers(quality.precision(), quality.recall(), quality.f1()));
  }

  /** Value and both ends of each. */
  private static double[] numbers(Estimate... estimates) {
    List<Double> numbers = new ArrayList<>();
    for (Estimate estimate : estimates) {
      numbers.addAll(
          List.of(estimate.value(), estimate.interval().low(), estimate.interval().high()));
    }
    return numbers.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
