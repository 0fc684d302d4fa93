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
 *
 * @param name the task's name
 * @param sourceValidation labelled source rows that the model was not trained on
 * @param target target rows
 * @param features features of the three sets, for a density ratio
 * @param sourceTraining logits of the source training rows; some estimates use them
 * @param weights importance weights given by the user, one per source validation row
 * @param mixup logits of mixed target inputs
 * @param mcDropout mean target probabilities over stochastic passes
 * @param ensemble mean target probabilities over independently trained models
 * @param svi mean target probabilities over samples of a variational last layer
 * @param secondModel another model's logits of the same rows; agreement is evidence of accuracy
 */
public record TransferTask(
    String name,
    SourceValidation sourceValidation,
    Target target,
    Optional<DomainFeatures> features,
    Optional<Logits> sourceTraining,
    Optional<double[]> weights,
    Optional<Mixup> mixup,
    Optional<Probabilities> mcDropout,
    Optional<Probabilities> ensemble,
    Optional<Probabilities> svi,
    Optional<SecondModel> secondModel) {
  /**
   * Copies the weights and checks that all parts fit together.
   *
   * @throws IllegalArgumentException naming the part whose rows or classes do not fit
   */
  public TransferTask {
    int classes = sourceValidation.logits().classes();
    int validationRows = sourceValidation.logits().rows();
    int targetRows = target.logits().rows();
    weights = weights.map(double[]::clone);
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
    weights.ifPresent(
        w -> {
          requireWeights(w);
          requireEqual("Importance weights", "rows", w.length, validationRows);
        });
    mixup.ifPresent(m -> requireShape("Mixup logits", m.logits(), targetRows, classes));
    mcDropout.ifPresent(p -> requireShape("MC-dropout probabilities", p, targetRows, classes));
    ensemble.ifPresent(p -> requireShape("Ensemble probabilities", p, targetRows, classes));
    svi.ifPresent(p -> requireShape("SVI probabilities", p, targetRows, classes));
    secondModel.ifPresent(
        m -> {
          String logits = "The second model's source validation logits";
          requireShape(logits, m.sourceValidation(), validationRows, classes);
          requireShape("The second model's target logits", m.target(), targetRows, classes);
        });
  }

  /** Starts a task. */
  public static Builder named(String name) {
    return new Builder(name);
  }

  /** Number of classes, K. */
  public int classes() {
    return sourceValidation.logits().classes();
  }

  @Override
  public Optional<double[]> weights() {
    return weights.map(double[]::clone);
  }

  /** The same task with importance weights of the user's own, one per source validation row. */
  public TransferTask withWeights(double... given) {
    return toBuilder(name).weights(given).build();
  }

  /** The same task with other row counts, as a bootstrap resample has. */
  public TransferTask countedBy(Frequencies validation, Frequencies targetRows) {
    return toBuilder(name)
        .sourceValidation(sourceValidation.logits(), sourceValidation.labels(), validation)
        .target(target.logits(), targetRows)
        .build();
  }

  /** The same task under another name. */
  public TransferTask renamed(String newName) {
    return toBuilder(newName).build();
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
    builder.svi = svi;
    builder.secondModel = secondModel;
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

  private static void requireShape(String what, Probabilities given, int rows, int classes) {
    requireEqual(what, "rows", given.rows(), rows);
    requireEqual(what, "classes", given.classes(), classes);
  }

  private static void requireShape(String what, Logits given, int rows, int classes) {
    requireEqual(what, "rows", given.rows(), rows);
    requireEqual(what, "classes", given.classes(), classes);
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
    private Optional<Probabilities> svi = Optional.empty();
    private Optional<SecondModel> secondModel = Optional.empty();

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

    /** Mean target probabilities over samples of a variational last layer. */
    public Builder svi(Probabilities probabilities) {
      svi = Optional.of(probabilities);
      return this;
    }

    /** Another model's logits of the source validation and target rows. */
    public Builder secondModel(Logits sourceValidationLogits, Logits targetLogits) {
      secondModel = Optional.of(new SecondModel(sourceValidationLogits, targetLogits));
      return this;
    }

    /**
     * The task.
     *
     * @throws IllegalArgumentException naming the part whose rows or classes do not fit
     */
    public TransferTask build() {
      return new TransferTask(
          name,
          sourceValidation.orElseThrow(() -> missing("source validation")),
          target.orElseThrow(() -> missing("target")),
          features,
          sourceTraining,
          weights,
          mixup,
          mcDropout,
          ensemble,
          svi,
          secondModel);
    }
  }
}
