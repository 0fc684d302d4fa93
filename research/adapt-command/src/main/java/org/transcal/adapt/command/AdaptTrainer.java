package org.transcal.adapt.command;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.transcal.adapt.Adaptation;
import org.transcal.adapt.AdaptedTask;
import org.transcal.adapt.method.AdaptationMethod;
import org.transcal.adapt.train.TrainingSettings;
import org.transcal.io.dataset.DataSet;
import org.transcal.io.dataset.DataSetFiles;
import org.transcal.io.file.InputException;
import org.transcal.io.file.NearMiss;
import org.transcal.workflow.Progress;
import org.transcal.workflow.TaskTrainer;
import org.transcal.workflow.TrainingOrder;

/** Trains for other commands. */
public final class AdaptTrainer implements TaskTrainer {
  @Override
  public List<String> methods() {
    return AdaptationMethod.names();
  }

  @Override
  public long steps(TrainingOrder order) {
    return (long) order.steps() * order.ensemble() + settings(order).ofSecondModel().steps();
  }

  private static TrainingSettings settings(TrainingOrder order) {
    return TrainingSettings.DEFAULTS.withSteps(order.steps()).withSeed(order.seed());
  }

  @Override
  public List<String> train(TrainingOrder order, Progress progress) {
    AdaptationMethod method =
        AdaptationMethod.named(order.method())
            .orElseThrow(() -> new IllegalArgumentException(unknown(order.method())));
    DataSet data = DataSetFiles.read(order.dataSet());
    TrainingProgress shown =
        new TrainingProgress(
            progress,
            order.source(),
            order.target(),
            order.method(),
            order.steps(),
            order.ensemble());
    AdaptedTask task =
        naming(
            order.dataSet(),
            () ->
                Adaptation.of(data, order.source(), order.target())
                    .withMethod(method)
                    .withSettings(settings(order))
                    .withEnsemble(order.ensemble())
                    .train(shown));
    progress.running("writing " + order.source() + " → " + order.target());
    task.write(order.task());
    return task.notes();
  }

  /** Runs work on the rows of some files, which prefix its error messages. */
  static <T> T naming(List<?> files, Supplier<T> work) {
    try {
      return work.get();
    } catch (InputException bad) {
      String names = files.stream().map(String::valueOf).collect(Collectors.joining(", "));
      throw new InputException(names + ": " + bad.getMessage(), bad);
    }
  }

  /** The message about an unknown method, with the nearest name or all of them. */
  static String unknown(String method) {
    List<String> names = AdaptationMethod.names();
    String question = NearMiss.question(method, names);
    return ("Unknown adaptation method \"" + method + "\"; ")
        + (question.isEmpty() ? "the methods are " + String.join(", ", names) : question);
  }
}
