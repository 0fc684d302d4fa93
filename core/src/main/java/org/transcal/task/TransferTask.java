package org.transcal.task;

import java.util.Optional;
import org.transcal.matrix.Frequencies;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.prediction.Probabilities;

/**
 * One source → target problem: labelled source validation, unlabelled target, and whatever else
 * some methods need.
 *
 * <p>There is no room for target labels, so no method can see them.
 */
public final class TransferTask {
  private final String name;
  private final SourceValidation sourceValidation;
  private final Target target;
  private final Optional<DomainFeatures> features;
  private final Optional<Logits> sourceTraining;
  private final Optional<double[]> weights;
  private final Optional<Mixup> mixup;
  private final Optional<Probabilities> mcDropout;
  private final Optional<Probabilities> ensemble;

  private TransferTask(Builder builder) {
    this.name = builder.name;
    this.sourceValidation =
        builder.sourceValidation.orElseThrow(() -> missing("source validation"));
    this.target = builder.target.orElseThrow(() -> missing("target"));
    this.features = builder.features;
    this.sourceTraining = builder.sourceTraining;
    this.weights = builder.weights;
    this.mixup = builder.mixup;
    this.mcDropout = builder.mcDropout;
    this.ensemble = builder.ensemble;
    int classes = classes();
    int validationRows = sourceValidation.logits().rows();
    int targetRows = target.logits().rows();
    requireEqual("Target logits", "classes", target.logits().classes(), classes);
    features.ifPresent(
        f -> {
          requireEqual(
              "Source validation features", "rows", f.sourceValidation().rows(), validationRows);
          requireEqual("Target features", "rows", f.target().rows(), targetRows);
          sourceTraining.ifPresent(
              z -> requireEqual("Source training", "rows", z.rows(), f.sourceTrain().rows()));
        });
    sourceTraining.ifPresent(
        z -> requireEqual("Source training logits", "classes", z.classes(), classes));
    weights.ifPresent(w -> requireEqual("Importance weights", "rows", w.length, validationRows));
    mixup.ifPresent(
        m -> {
          requireEqual("Mixup logits", "rows", m.logits().rows(), targetRows);
          requireEqual("Mixup logits", "classes", m.logits().classes(), classes);
        });
    mcDropout.ifPresent(p -> requireTargetShape("MC-dropout probabilities", p));
    ensemble.ifPresent(p -> requireTargetShape("Ensemble probabilities", p));
  }

  /** Starts a task. */
  public static Builder named(String name) {
    return new Builder(name);
  }

  /** The task's name. */
  public String name() {
    return name;
  }

  /** Number of classes, K. */
  public int classes() {
    return sourceValidation.logits().classes();
  }

  /** Labelled source rows that the model was not trained on. */
  public SourceValidation sourceValidation() {
    return sourceValidation;
  }

  /** Target rows. */
  public Target target() {
    return target;
  }

  /** Features of the three sets, for a density ratio. */
  public Optional<DomainFeatures> features() {
    return features;
  }

  /** Logits of the source training rows; some estimates use them. */
  public Optional<Logits> sourceTraining() {
    return sourceTraining;
  }

  /** Importance weights given by the user, one per source validation row. */
  public Optional<double[]> weights() {
    return weights.map(double[]::clone);
  }

  /** Logits of mixed target inputs. */
  public Optional<Mixup> mixup() {
    return mixup;
  }

  /** Mean target probabilities over stochastic passes. */
  public Optional<Probabilities> mcDropout() {
    return mcDropout;
  }

  /** Mean target probabilities over independently trained models. */
  public Optional<Probabilities> ensemble() {
    return ensemble;
  }

  /** The same task with importance weights of the user's own, one per source validation row. */
  public TransferTask withWeights(double... given) {
    return toBuilder().weights(given).build();
  }

  /** The same task with other row counts, as a bootstrap resample has. */
  public TransferTask countedBy(Frequencies validation, Frequencies targetRows) {
    Builder builder = toBuilder();
    builder.sourceValidation(sourceValidation.logits(), sourceValidation.labels(), validation);
    builder.target(target.logits(), targetRows);
    return builder.build();
  }

  /** The same task under another name. */
  public TransferTask renamed(String newName) {
    return toBuilder(newName).build();
  }

  private Builder toBuilder() {
    return toBuilder(name);
  }

  private Builder toBuilder(String newName) {
    Builder builder = new Builder(newName);
    builder.sourceValidation = Optional.of(sourceValidation);
    builder.target = Optional.of(target);
    builder.features = features;
    builder.sourceTraining = sourceTraining;
    builder.weights = weights;
    builder.mixup = mixup;
    builder.mcDropout = mcDropout;
    builder.ensemble = ensemble;
    return builder;
  }

  /**
   * Fails unless every importance weight is finite and at least 0, and one is above 0.
   *
   * @throws IllegalArgumentException naming row and value
   */
  public static void requireWeights(double... weights) {
    double largest = 0;
    for (int i = 0; i < weights.length; i++) {
      if (!(weights[i] >= 0 && weights[i] < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "Importance weight at row " + i + " is " + weights[i] + "; it must be finite and ≥ 0");
      }
      largest = Math.max(largest, weights[i]);
    }
    if (!(largest > 0)) {
      throw new IllegalArgumentException("All importance weights are 0; one must be above 0");
    }
  }

  private void requireTargetShape(String what, Probabilities probabilities) {
    requireEqual(what, "rows", probabilities.rows(), target.logits().rows());
    requireEqual(what, "classes", probabilities.classes(), classes());
  }

  private static void requireEqual(String what, String unit, int actual, int expected) {
    if (actual != expected) {
      throw new IllegalArgumentException(
          what + " have " + actual + " " + unit + "; " + expected + " are needed");
    }
  }

  private static IllegalArgumentException missing(String part) {
    return new IllegalArgumentException("A transfer task needs its " + part + " rows");
  }

  /** Collects the parts of a task. */
  public static final class Builder {
    private final String name;
    private Optional<SourceValidation> sourceValidation = Optional.empty();
    private Optional<Target> target = Optional.empty();
    private Optional<DomainFeatures> features = Optional.empty();
    private Optional<Logits> sourceTraining = Optional.empty();
    private Optional<double[]> weights = Optional.empty();
    private Optional<Mixup> mixup = Optional.empty();
    private Optional<Probabilities> mcDropout = Optional.empty();
    private Optional<Probabilities> ensemble = Optional.empty();

    private Builder(String name) {
      this.name = name;
    }

    /** Labelled source rows; needed. */
    public Builder sourceValidation(Logits logits, Labels labels) {
      return sourceValidation(logits, labels, Frequencies.ones(logits.rows()));
    }

    /** Labelled source rows with frequencies. */
    public Builder sourceValidation(Logits logits, Labels labels, Frequencies frequencies) {
      sourceValidation = Optional.of(new SourceValidation(logits, labels, frequencies));
      return this;
    }

    /** Target rows; needed. */
    public Builder target(Logits logits) {
      return target(logits, Frequencies.ones(logits.rows()));
    }

    /** Target rows with frequencies. */
    public Builder target(Logits logits, Frequencies frequencies) {
      target = Optional.of(new Target(logits, frequencies));
      return this;
    }

    /** Features of the three sets; weighted methods need them unless weights are given. */
    public Builder features(Matrix sourceTrain, Matrix sourceValidation, Matrix target) {
      return features(
          new DomainFeatures(
              sourceTrain, Frequencies.ones(sourceTrain.rows()), sourceValidation, target));
    }

    /** Features of the three sets; weighted methods need them unless weights are given. */
    public Builder features(DomainFeatures domainFeatures) {
      features = Optional.of(domainFeatures);
      return this;
    }

    /** Logits of the source training rows, in the order of their features. */
    public Builder sourceTraining(Logits logits) {
      sourceTraining = Optional.of(logits);
      return this;
    }

    /** Importance weights of the user's own, one per source validation row. */
    public Builder weights(double... given) {
      requireWeights(given);
      weights = Optional.of(given.clone());
      return this;
    }

    /** Logits of mixed target inputs. */
    public Builder mixup(Mixup mixed) {
      mixup = Optional.of(mixed);
      return this;
    }

    /** Mean target probabilities over stochastic passes. */
    public Builder mcDropout(Probabilities probabilities) {
      mcDropout = Optional.of(probabilities);
      return this;
    }

    /** Mean target probabilities over independently trained models. */
    public Builder ensemble(Probabilities probabilities) {
      ensemble = Optional.of(probabilities);
      return this;
    }

    /**
     * The task.
     *
     * @throws IllegalArgumentException naming the part whose rows or classes do not fit
     */
    public TransferTask build() {
      return new TransferTask(this);
    }
  }
}
