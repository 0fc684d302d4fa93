package example;

import java.nio.file.Path;
import org.transcal.calibration.TransCal;
import org.transcal.example.KnownShift;
import org.transcal.io.TaskFiles;
import org.transcal.metric.Bootstrap;
import org.transcal.metric.LabelledPredictions;
import org.transcal.metric.MetricEvaluation;
import org.transcal.task.TransferTask;

/** Calibrates the known example, or a task file. */
public final class App {
  private App() {}

  /** Prints temperature and ECE of the example, or the temperature of a task file. */
  public static void main(String[] args) {
    System.out.println(args.length == 0 ? example() : temperature(TaskFiles.read(Path.of(args[0]))));
  }

  static double example() {
    KnownShift example = KnownShift.demo(1);
    double temperature = temperature(example.task());
    return MetricEvaluation.of(
            LabelledPredictions.of(
                example.task().target().logits().softmax(temperature), example.targetLabels()),
            15,
            Bootstrap.seeded(1))
        .estimate("ece")
        .value();
  }

  static double temperature(TransferTask task) {
    return TransCal.released().fit(task).temperature().orElseThrow();
  }
}
