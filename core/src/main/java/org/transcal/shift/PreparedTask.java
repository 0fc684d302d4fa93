package org.transcal.shift;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;
import org.transcal.parallel.Lazy;
import org.transcal.task.DomainFeatures;
import org.transcal.task.TransferTask;

/**
 * A task with what methods, estimates and reports derive from it. Each value is computed when it is
 * first asked for, and only once: nothing that nobody asks for is computed.
 *
 * <pre>{@code
 * PreparedTask prepared = PreparedTask.of(task);
 * FittedCalibration transcal = TransCal.released().fit(prepared);
 * TargetEstimate estimate = TargetEstimator.seeded(0).estimate(prepared);   // the same weights
 * }</pre>
 */
public final class PreparedTask {
  private final TransferTask task;
  private final DensityRatioEstimator densityRatio;
  private final Optional<PreparedTask> original;

  /** The task whose row counts decide the overlap of the domains; empty if its own do. */
  private final Optional<PreparedTask> overlap;

  private final Lazy<FittedTemperature> sourceTemperature;
  private final Map<Object, Lazy<?>> values = new ConcurrentHashMap<>();

  private PreparedTask(
      TransferTask task,
      DensityRatioEstimator densityRatio,
      Optional<PreparedTask> original,
      Optional<PreparedTask> overlap,
      Lazy<FittedTemperature> sourceTemperature) {
    this.task = task;
    this.densityRatio = densityRatio;
    this.original = original;
    this.overlap = overlap;
    this.sourceTemperature = sourceTemperature;
  }

  /** Prepares a task; weights come from logistic regression unless the task brings its own. */
  public static PreparedTask of(TransferTask task) {
    return of(task, DomainClassifier.reweighted());
  }

  /** Prepares a task whose weights, unless it brings its own, come from the given estimator. */
  public static PreparedTask of(TransferTask task, DensityRatioEstimator densityRatio) {
    return new PreparedTask(
        task, densityRatio, Optional.empty(), Optional.empty(), sourceTemperature(task));
  }

  private static Lazy<FittedTemperature> sourceTemperature(TransferTask task) {
    return new Lazy<>(() -> FittedTemperature.mostLikely(task.sourceValidation()));
  }

  /** The same task with weights from another estimator; itself if that is the one it has. */
  public PreparedTask with(DensityRatioEstimator estimator) {
    return estimator.equals(densityRatio)
        ? this
        : new PreparedTask(task, estimator, Optional.empty(), Optional.empty(), sourceTemperature);
  }

  /**
   * The same task with other row counts, as a bootstrap resample has. Weights, features and what
   * was derived with {@link #deriveOnce} stay those of this task; the rest is recomputed.
   */
  public PreparedTask countedBy(Frequencies validation, Frequencies target) {
    return countedBy(validation, target, Optional.of(overlap.orElse(this)));
  }

  /**
   * Another batch with the same rows: as {@link #countedBy}, but {@link #domainAuc} is recomputed,
   * since it varies by chance from batch to batch.
   */
  public PreparedTask redrawn(Frequencies target) {
    return countedBy(task.sourceValidation().frequencies(), target, Optional.empty());
  }

  private PreparedTask countedBy(
      Frequencies validation, Frequencies target, Optional<PreparedTask> newOverlap) {
    TransferTask counted = task.countedBy(validation, target);
    return new PreparedTask(
        counted,
        densityRatio,
        Optional.of(original()),
        newOverlap,
        validation == task.sourceValidation().frequencies()
            ? sourceTemperature
            : sourceTemperature(counted));
  }

  /** The task that this one is a resample of, else itself. */
  public PreparedTask original() {
    return original.orElse(this);
  }

  /** The data. */
  public TransferTask task() {
    return task;
  }

  /** The temperature that fits the source validation rows best. */
  public FittedTemperature sourceTemperature() {
    return sourceTemperature.get();
  }

  /** Whether there are importance weights: given ones, or features to estimate them from. */
  public boolean hasWeights() {
    return task.weights().isPresent() || task.features().isPresent();
  }

  /**
   * The importance weights: the task's own if it has any, else estimated ones.
   *
   * @throws org.transcal.task.MissingPartException if there are neither weights nor features
   */
  public ImportanceWeights weights() {
    return weights(densityRatio);
  }

  /** The task's own importance weights if it has any, else those of the given estimator. */
  public ImportanceWeights weights(DensityRatioEstimator estimator) {
    PreparedTask whole = original();
    return whole.value(
        estimator,
        () ->
            whole
                .task
                .weights()
                .map(ImportanceWeights::of)
                .orElseGet(() -> estimator.estimate(whole.task)));
  }

  /**
   * How well a classifier tells source training rows from target rows that it was not fitted to:
   * 0.5 if the domains look the same, 1 if they do not overlap. The task must have features.
   */
  public double domainAuc() {
    PreparedTask whole = overlap.orElse(this);
    return whole.value(
        "domain AUC",
        () -> {
          DomainFeatures given = whole.task.features().orElseThrow();
          FeatureSpace scaled = FeatureSpace.of(whole);
          return DomainSample.crossFittedAuc(
              DomainSample.of(
                  scaled.sourceTrain(), given.sourceTrain(), given.sourceTrainFrequencies()),
              DomainSample.of(scaled.target(), given.target(), whole.task.target().frequencies()));
        });
  }

  /**
   * The same for any two sets of rows; if there are many, every n-th is compared.
   *
   * @param others rows to tell them apart from
   */
  public static double domainAuc(Matrix others, Matrix rows) {
    Frequencies every = Frequencies.ones(others.rows());
    FeatureSpace scaled =
        FeatureSpace.of(
            new DomainFeatures(others, every, others.rowRange(0, 1), rows),
            Frequencies.ones(rows.rows()));
    return DomainSample.crossFittedAuc(
        DomainSample.of(scaled.sourceTrain(), others, every),
        DomainSample.of(scaled.target(), rows, Frequencies.ones(rows.rows())));
  }

  /** Whether the importance weights can be trusted. */
  public ShiftDiagnosis diagnosis() {
    PreparedTask whole = original();
    return whole.value(
        ShiftDiagnosis.class,
        () -> ShiftDiagnosis.of(whole.weights(), whole.task.sourceValidation().frequencies()));
  }

  /**
   * How much more frequent each class is in the target than in the source, if nothing but class
   * frequencies shifted.
   */
  public double[] classRatios() {
    return this.<double[]>value(ClassRatios.class, () -> ClassRatios.mostLikely(task)).clone();
  }

  /**
   * What identifies a derived value that also depends on settings: equal keys share one value, so a
   * key is a record of all of them.
   *
   * @param <T> type of the value
   */
  public interface Key<T> {}

  /**
   * A value that depends on this task, its row counts and the settings in its key, computed once
   * for equal keys.
   */
  public <T> T derive(Key<T> key, Function<PreparedTask, T> computation) {
    return value(key, () -> computation.apply(this));
  }

  /**
   * A value that depends on this task and its row counts and on nothing else, computed once; one
   * that depends on settings needs a {@link Key}.
   *
   * @param type what identifies the value
   */
  public <T> T derive(Class<T> type, Function<PreparedTask, T> computation) {
    return value(type, () -> computation.apply(this));
  }

  /**
   * A value that is the same for all resamples, such as neighbours in feature space, computed once
   * for all of them.
   *
   * @param type what identifies the value
   */
  public <T> T deriveOnce(Class<T> type, Function<PreparedTask, T> computation) {
    return original().derive(type, computation);
  }

  @SuppressWarnings("unchecked") // A key is only ever used with one type of value.
  private <T> T value(Object key, Supplier<T> computation) {
    return (T) values.computeIfAbsent(key, k -> new Lazy<>(computation)).get();
  }
}
