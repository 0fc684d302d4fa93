package org.transcal.adapt;

import ai.djl.ndarray.NDManager;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.transcal.adapt.data.DomainPair;
import org.transcal.adapt.data.InputRows;
import org.transcal.adapt.data.Preparation;
import org.transcal.adapt.data.PreparationKind;
import org.transcal.adapt.method.AdaptationMethod;
import org.transcal.adapt.model.AdaptedModel;
import org.transcal.adapt.network.NetworkWeights;
import org.transcal.adapt.tensor.Engine;
import org.transcal.adapt.train.TrainingData;
import org.transcal.adapt.train.TrainingLoop;
import org.transcal.adapt.train.TrainingSettings;
import org.transcal.io.dataset.DataSet;
import org.transcal.io.file.InputException;
import org.transcal.prediction.Labels;

/**
 * Training a classifier of one domain for another.
 *
 * <p>{@code Adaptation.of(data, "books", "dvd").withMethod(AdaptationMethod.CDAN_E).train(() ->
 * {})}. Immutable; each {@code with…} gives a new one.
 */
public final class Adaptation {
  private static final int MOST_MODELS = 1000;
  private static final int MOST_PASSES = 10_000;

  private final DataSet data;
  private final String source;
  private final String target;
  private final Rows rows;
  private final AdaptationMethod method;
  private final TrainingSettings settings;
  private final Optional<PreparationKind> preparation;
  private final int models;
  private final int passes;

  /** Which rows of the two domains are used. */
  public enum Rows {
    /** Those of split 0, which is all of them where the data set has no {@code split}. */
    FIRST_SPLIT,
    /** All of them. */
    ALL
  }

  private Adaptation(
      DataSet data,
      String source,
      String target,
      Rows rows,
      AdaptationMethod method,
      TrainingSettings settings,
      Optional<PreparationKind> preparation,
      int models,
      int passes) {
    this.data = data;
    this.source = source;
    this.target = target;
    this.rows = rows;
    this.method = method;
    this.settings = settings;
    this.preparation = preparation;
    this.models = models;
    this.passes = passes;
  }

  /**
   * From one domain of a data set to another, by {@code source-only} until said otherwise.
   *
   * @throws InputException where there is no such domain
   */
  public static Adaptation of(DataSet data, String source, String target) {
    requireDomain(data, source);
    requireDomain(data, target);
    if (source.equals(target)) {
      throw new InputException(
          "Source and target are both " + InputException.quote(source) + "; they must differ");
    }
    return new Adaptation(
        data,
        source,
        target,
        Rows.FIRST_SPLIT,
        AdaptationMethod.SOURCE_ONLY,
        TrainingSettings.USUAL,
        Optional.empty(),
        1,
        10);
  }

  private static void requireDomain(DataSet data, String name) {
    if (!data.domainNames().contains(name)) {
      throw new InputException(
          "There is no domain "
              + InputException.quote(name)
              + " in the data set; it has "
              + InputException.list(data.domainNames()));
    }
  }

  /** The same by another method. */
  public Adaptation withMethod(AdaptationMethod newMethod) {
    return new Adaptation(
        data, source, target, rows, newMethod, settings, preparation, models, passes);
  }

  /** The same with other settings. */
  public Adaptation withSettings(TrainingSettings newSettings) {
    return new Adaptation(
        data, source, target, rows, method, newSettings, preparation, models, passes);
  }

  /** The same with another seed. */
  public Adaptation withSeed(long seed) {
    return withSettings(settings.withSeed(seed));
  }

  /** The same on other rows. */
  public Adaptation withRows(Rows newRows) {
    return new Adaptation(
        data, source, target, newRows, method, settings, preparation, models, passes);
  }

  /** The same with values prepared in a given way, not in the one that suits them. */
  public Adaptation withPreparation(PreparationKind kind) {
    return new Adaptation(
        data, source, target, rows, method, settings, Optional.of(kind), models, passes);
  }

  /** The same with so many models, which differ in all that is random but the source split. */
  public Adaptation withEnsemble(int newModels) {
    if (newModels < 1 || newModels > MOST_MODELS) {
      throw new IllegalArgumentException(
          "Models are " + newModels + "; they must be in 1 … " + MOST_MODELS);
    }
    return new Adaptation(
        data, source, target, rows, method, settings, preparation, newModels, passes);
  }

  /** The same with so many passes with dropout left on; 0 for none. */
  public Adaptation withDropoutPasses(int newPasses) {
    if (newPasses < 0 || newPasses > MOST_PASSES) {
      throw new IllegalArgumentException(
          "Passes are " + newPasses + "; they must be in 0 … " + MOST_PASSES);
    }
    return new Adaptation(
        data, source, target, rows, method, settings, preparation, models, newPasses);
  }

  /** How many steps {@link #train} will tell of. */
  public long steps() {
    return (long) settings.steps() * models;
  }

  /**
   * Trains.
   *
   * @param onStep is told after every step
   * @throws InputException where the data cannot be used
   * @throws org.transcal.calibration.CalibrationException where training diverged
   */
  public AdaptedTask train(Runnable onStep) {
    int[] sourceRows = rowsOf(source);
    int[] targetRows = rowsOf(target);
    SplittableRandom random = new SplittableRandom(settings.seed());
    DomainPair pair =
        DomainPair.split(data, sourceRows, targetRows, source, random.split().nextLong());
    int[] all =
        IntStream.range(0, data.rows())
            .filter(row -> rows == Rows.ALL || data.split(row) == 0)
            .toArray();
    PreparationKind kind =
        preparation.orElseGet(() -> PreparationKind.suiting(data.features(), all));
    Preparation prepared = Preparation.fit(kind, data.features(), all);
    InputRows validation = prepared.prepare(data.features(), pair.sourceValidation());
    TrainingData training =
        new TrainingData(
            prepared.prepare(data.features(), pair.training()), data.labels(pair.sourceTrain()));
    List<TrainingLoop.Trained> trained = new ArrayList<>();
    for (int i = 0; i < models; i++) {
      // The first model is the same however many follow.
      long seed = i == 0 ? settings.seed() : random.split().nextLong();
      trained.add(TrainingLoop.run(method, settings.withSeed(seed), training, onStep));
    }
    AdaptedModel model =
        new AdaptedModel(
            trained.get(0).weights(),
            prepared,
            data.classNames(),
            method.word(),
            settings.dropout(),
            settings.seed());
    List<NetworkWeights> others =
        trained.stream().skip(1).map(TrainingLoop.Trained::weights).toList();
    TaskOutputs outputs =
        Engine.exclusively(
            () -> {
              try (NDManager manager = Engine.newManager()) {
                return new TaskOutputs(manager, model, others, training, validation, passes);
              }
            });
    return new AdaptedTask(
        model,
        trained.get(0).log(),
        outputs,
        data.labels(pair.sourceTrain()),
        data.labels(pair.sourceValidation()),
        targetLabels(pair.target()),
        notes(kind, sourceRows.length, targetRows));
  }

  /** The target's labels if every row has one: a task holds all of them or none. */
  private Optional<Labels> targetLabels(int[] targetRows) {
    return labelled(targetRows) == targetRows.length
        ? Optional.of(data.labels(targetRows))
        : Optional.empty();
  }

  private int labelled(int[] targetRows) {
    return (int) IntStream.of(targetRows).filter(data::isLabelled).count();
  }

  private int[] rowsOf(String name) {
    int domain = data.domainNames().indexOf(name);
    int[] chosen =
        Arrays.stream(data.rowsOf(domain))
            .filter(row -> rows == Rows.ALL || data.split(row) == 0)
            .toArray();
    if (chosen.length < 2) {
      throw new InputException(
          "Domain "
              + InputException.quote(name)
              + " has "
              + chosen.length
              + " row(s); at least 2 are needed");
    }
    return chosen;
  }

  private List<String> notes(PreparationKind kind, int sourceRows, int[] targetRows) {
    List<String> notes = new ArrayList<>();
    notes.add(
        "values: "
            + kind.meaning()
            + " ("
            + kind.word()
            + (preparation.isPresent() ? "" : ", detected automatically")
            + ")");
    int sourceAll = data.rowsOf(data.domainNames().indexOf(source)).length;
    int targetAll = data.rowsOf(data.domainNames().indexOf(target)).length;
    if (sourceRows < sourceAll || targetRows.length < targetAll) {
      notes.add(
          "rows: those with split 0, "
              + sourceRows
              + " of "
              + sourceAll
              + " of "
              + source
              + " and "
              + targetRows.length
              + " of "
              + targetAll
              + " of "
              + target);
    }
    int labelled = labelled(targetRows);
    if (labelled == 0) {
      notes.add("target labels: none, so nothing is scored on the target");
    } else if (labelled < targetRows.length) {
      notes.add(
          "target labels: only "
              + labelled
              + " of "
              + targetRows.length
              + " rows have one; the task is written without them and nothing is scored on the"
              + " target");
    }
    return notes;
  }
}
