package org.transcal.bench.quality;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.transcal.accuracy.TargetEstimate;
import org.transcal.accuracy.TargetEstimator;
import org.transcal.calibration.MethodSettings;
import org.transcal.calibration.Methods;
import org.transcal.comparison.MethodComparison;
import org.transcal.comparison.MethodResult;
import org.transcal.example.KnownShift;
import org.transcal.io.LoadedTask;
import org.transcal.io.TaskFiles;
import org.transcal.metric.LabelledPredictions;
import org.transcal.metric.ReliabilityDiagram;
import org.transcal.prediction.Labels;
import org.transcal.shift.FittedTemperature;
import org.transcal.shift.PreparedTask;
import org.transcal.task.TransferTask;

/**
 * What estimates without labels say about tasks whose labels are known, one line per task:
 * evidence, interval, verdict, true accuracy, and the ECE of every method. {@code analyse.py} makes
 * the page.
 */
public final class TrustStudy {
  private static final List<String> METHODS =
      List.of("vanilla", "temperature", "transcal", "pseudocal", "recommended", "label-shift");
  private static final int BINS = 15;

  /** Accuracies at which the ECE of a matched temperature is listed: 1.5 %, 4.5 %, …, 98.5 %. */
  private static final int LEVELS = 33;

  private static final int CLOSED_FORMS = 50;

  private TrustStudy() {}

  /** Arguments: the CSV file to write, then folders of tasks. */
  public static void main(String[] arguments) throws IOException {
    List<Path> paths = Page.tasks(List.of(arguments).subList(1, arguments.length));
    List<Map<String, String>> lines =
        new ArrayList<>(paths.parallelStream().map(TrustStudy::line).toList());
    for (int i = 0; i < CLOSED_FORMS; i++) {
      ShiftedGaussians problem = ShiftedGaussians.random(1000 + i);
      TransferTask gaussians = problem.sample(800, 400, 1000, 5000 + i).task();
      lines.add(
          estimate("gaussians__" + i, PreparedTask.of(gaussians), problem.trueTargetAccuracy()));
      TransferTask known = KnownShift.sample(800, 400, 1000, 7000 + i).task();
      lines.add(
          estimate("known-shift__" + i, PreparedTask.of(known), KnownShift.trueTargetAccuracy()));
    }
    TreeSet<String> columns = new TreeSet<>();
    lines.forEach(line -> columns.addAll(line.keySet()));
    Page table = new Page().add(String.join(",", columns)).add("\n");
    for (Map<String, String> line : lines) {
      table.add(String.join(",", columns.stream().map(c -> line.getOrDefault(c, "")).toList()));
      table.add("\n");
    }
    table.write(Path.of(arguments[0]));
  }

  private static Map<String, String> line(Path path) {
    LoadedTask loaded = TaskFiles.load(path);
    Labels labels = loaded.targetLabels().orElseThrow();
    MethodSettings settings = MethodSettings.defaults().withTargetLabels(labels);
    MethodComparison comparison =
        MethodComparison.run(
            loaded.task(),
            METHODS.stream().map(name -> Methods.named(name, settings)).toList(),
            settings,
            result -> {});
    double truth = comparison.firstFitted().orElseThrow().scores().orElseThrow().accuracy();
    PreparedTask prepared = PreparedTask.of(loaded.task());
    Map<String, String> line = estimate(loaded.task().name(), prepared, truth);
    for (MethodResult result : comparison.results()) {
      result.scores().ifPresent(scores -> put(line, "ece " + result.method(), scores.ece()));
    }
    StringBuilder curve = new StringBuilder();
    for (int i = 0; i < LEVELS; i++) {
      double temperature =
          FittedTemperature.matching(loaded.task().target(), (i + 0.5) / LEVELS).temperature();
      LabelledPredictions predictions =
          LabelledPredictions.of(loaded.task().target().logits().softmax(temperature), labels);
      double ece = ReliabilityDiagram.of(predictions, BINS).expectedCalibrationError();
      curve.append(i == 0 ? "" : ";").append(String.format(Locale.ROOT, "%.5f", ece));
    }
    line.put("curve", curve.toString());
    return line;
  }

  private static Map<String, String> estimate(String name, PreparedTask prepared, double truth) {
    TransferTask task = prepared.task();
    TargetEstimate estimate = TargetEstimator.seeded(0).estimate(prepared);
    Map<String, String> line = new LinkedHashMap<>();
    line.put("task", name);
    line.put("verdict", estimate.verdict().word());
    put(line, "classes", task.classes());
    put(line, "rows", task.sourceValidation().frequencies().total());
    put(line, "train rows", task.features().map(f -> f.sourceTrain().rows()).orElse(0));
    put(line, "target rows", task.target().logits().rows());
    put(line, "truth", truth);
    put(line, "source", estimate.combined().sourceAccuracy());
    put(line, "estimate", estimate.accuracy().value());
    put(line, "low", estimate.accuracy().interval().low());
    put(line, "high", estimate.accuracy().interval().high());
    put(line, "spread", estimate.combined().spread());
    put(line, "separation", estimate.combined().separation());
    estimate.estimators().forEach((key, value) -> put(line, "by " + key, value));
    estimate
        .combined()
        .evidence()
        .forEach(
            evidence -> {
              put(line, evidence.key(), evidence.accuracy());
              line.put(
                  evidence.key() + " status", evidence.status().name().toLowerCase(Locale.ROOT));
            });
    line.put("against", Integer.toString(estimate.judgement().reasonsAgainst().size()));
    return line;
  }

  private static void put(Map<String, String> line, String column, double value) {
    line.put(column, String.format(Locale.ROOT, "%.6f", value));
  }
}
