package org.transcal.workflow;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.transcal.calibration.CalibrationMethod;
import org.transcal.calibration.Calibrator;
import org.transcal.calibration.FittedCalibration;
import org.transcal.calibration.MethodSettings;
import org.transcal.calibration.Methods;
import org.transcal.io.file.InputException;
import org.transcal.io.json.ModelFile;
import org.transcal.io.json.ModelJson;
import org.transcal.io.json.Provenance;
import org.transcal.monitoring.Reference;
import org.transcal.monitoring.Reference.PeriodBatch;
import org.transcal.shift.PreparedTask;

/** Learns what normal batches look like. */
public final class LearnReference {
  private LearnReference() {}

  /**
   * Which model is in use, and which batches are normal.
   *
   * @param method the method that fits the model
   * @param model the model's file, if it was fitted before
   * @param seed random seed
   */
  public record Options(String method, Optional<Path> model, long seed) {
    /** A model fitted by the default method with seed 0. */
    public static Options defaults() {
      return new Options(Methods.DEFAULT, Optional.empty(), 0);
    }

    /** A model fitted by another method. */
    public Options withMethod(String newMethod) {
      Fit.requireKnown(newMethod);
      return new Options(newMethod, model, seed);
    }

    /** The calibration model in use, in a file. */
    public Options withModel(Path file) {
      return new Options(method, Optional.of(file), seed);
    }

    /** Another seed. */
    public Options withSeed(long newSeed) {
      return new Options(method, model, newSeed);
    }
  }

  /**
   * What was learned.
   *
   * @param model the calibration model in use
   * @param warnings concerns about the model, one sentence each
   */
  public record Result(Reference reference, ModelFile model, List<String> warnings) {
    /** Copies the list. */
    public Result {
      warnings = List.copyOf(warnings);
    }
  }

  /**
   * Learns.
   *
   * @param period batches known to be fine; without any, the source validation rows are normal
   * @param where names the period in messages
   */
  public static Result run(
      TaskInput input, List<PeriodBatch> period, String where, Options options, Listener listener) {
    try (Progress progress = Listener.interruptible(listener, "learning", 2)) {
      progress.running("the model");
      Optional<FittedCalibration> fitted =
          options.model.isPresent() ? Optional.empty() : Optional.of(fit(input, options));
      ModelFile model =
          fitted
              .map(fit -> new ModelFile(fit.model(), provenance(input, options)))
              .orElseGet(() -> read(options.model.orElseThrow(), input));
      progress.advance(1);
      progress.running("normal batches");
      Reference reference =
          InputException.naming(
              where,
              () ->
                  Reference.learn(
                      input.task(),
                      model.model(),
                      period,
                      input.loaded().classNames(),
                      input.loaded().featureNames(),
                      options.seed));
      progress.advance(1);
      return new Result(
          reference, model, fitted.map(FittedCalibration::concerns).orElse(List.of()));
    }
  }

  private static Provenance provenance(TaskInput input, Options options) {
    return new Provenance(
        options.method, options.seed, Provenance.currentVersion(), input.digests());
  }

  private static ModelFile read(Path file, TaskInput input) {
    ModelFile model = ModelJson.read(file);
    if (model.model().classes() != input.task().classes()) {
      throw InputException.in(
          file,
          "is a model of %d classes; the task has %d",
          model.model().classes(),
          input.task().classes());
    }
    return model;
  }

  private static FittedCalibration fit(TaskInput input, Options options) {
    MethodSettings settings = MethodSettings.defaults().withSeed(options.seed);
    CalibrationMethod chosen = Methods.named(options.method, settings);
    if (!(chosen instanceof Calibrator calibrator)) {
      throw new OptionException(
          "--method " + options.method + " gives probabilities only, no model for later batches");
    }
    return calibrator.fit(PreparedTask.of(input.task(), settings.densityRatio()));
  }
}
