package org.transcal.bench.quality;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.transcal.calibration.MethodSettings;
import org.transcal.calibration.Methods;
import org.transcal.comparison.MethodComparison;
import org.transcal.comparison.MethodResult;
import org.transcal.comparison.TargetScores;
import org.transcal.io.LoadedTask;
import org.transcal.io.TaskFiles;
import org.transcal.prediction.Labels;
import org.transcal.shift.PreparedTask;
import org.transcal.shift.ShiftEvidence;
import org.transcal.task.SourceValidation;
import org.transcal.task.TransferTask;

/**
 * Which kind of shift is seen on real tasks, and how well {@code label-shift} does on each kind.
 */
public final class ShiftStudy {
  /**
   * One task.
   *
   * @param moved true share of rows that moved to another class, by target labels
   */
  private record Row(
      String suite,
      ShiftEvidence.Kind kind,
      double moved,
      TargetScores temperature,
      TargetScores labelShift) {}

  private ShiftStudy() {}

  /** Arguments: the Markdown file to write, folders of tasks. */
  public static void main(String[] arguments) throws IOException {
    List<Row> complete = new ArrayList<>();
    List<Row> bare = new ArrayList<>();
    for (Path path : Page.tasks(List.of(arguments).subList(1, arguments.length))) {
      LoadedTask loaded = TaskFiles.load(path);
      complete.add(row(loaded.task(), loaded.targetLabels().orElseThrow()));
      bare.add(row(withoutFeatures(loaded.task()), loaded.targetLabels().orElseThrow()));
    }
    Page page =
        Page.of("Kind of shift on real tasks", "shift")
            .add(
                " The kind is found without target labels. *Moved* is the true share of rows that"
                    + " would have to change class to turn source into target class frequencies, by"
                    + " target labels; ECE (%) and NLL are those of the target. Means over tasks.\n");
    table(page, "With features", complete);
    table(page, "Without features: the model's outputs only", bare);
    page.addSeenLabels().write(Path.of(arguments[0]));
  }

  private static TransferTask withoutFeatures(TransferTask task) {
    SourceValidation source = task.sourceValidation();
    return TransferTask.named(task.name())
        .sourceValidation(source.logits(), source.labels(), source.frequencies())
        .target(task.target().logits(), task.target().frequencies())
        .build();
  }

  private static Row row(TransferTask task, Labels targetLabels) {
    MethodSettings settings = MethodSettings.defaults().withTargetLabels(targetLabels);
    List<MethodResult> results =
        MethodComparison.run(
                task,
                List.of(
                    Methods.named("temperature", settings), Methods.named("label-shift", settings)),
                settings,
                result -> {})
            .results();
    return new Row(
        task.name().split("__")[0],
        ShiftEvidence.of(PreparedTask.of(task)).kind(),
        moved(task.sourceValidation().labels(), targetLabels, task.classes()),
        results.get(0).scores().orElseThrow(),
        results.get(1).scores().orElseThrow());
  }

  private static double moved(Labels source, Labels target, int classes) {
    double[] gaps = new double[classes];
    for (int i = 0; i < source.rows(); i++) {
      gaps[source.get(i)] += 1.0 / source.rows();
    }
    for (int i = 0; i < target.rows(); i++) {
      gaps[target.get(i)] -= 1.0 / target.rows();
    }
    return Arrays.stream(gaps).map(Math::abs).sum() / 2;
  }

  private static void table(Page page, String heading, List<Row> rows) {
    page.section(heading)
        .head(
            "suite | kind | tasks | moved % | ECE `temperature` | ECE `label-shift`"
                + " | NLL `temperature` | NLL `label-shift`");
    rows.stream()
        .collect(
            Collectors.groupingBy(
                row -> row.suite + " | " + row.kind.words(), TreeMap::new, Collectors.toList()))
        .forEach(
            (key, group) ->
                page.add(
                    "| %s | %d | %.0f | %.1f | %.1f | %.3f | %.3f |\n",
                    key,
                    group.size(),
                    100 * Page.mean(group, row -> row.moved),
                    100 * Page.mean(group, row -> row.temperature.ece()),
                    100 * Page.mean(group, row -> row.labelShift.ece()),
                    Page.mean(group, row -> row.temperature.nll()),
                    Page.mean(group, row -> row.labelShift.nll())));
  }
}
