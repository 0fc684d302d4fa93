package org.transcal.adapt;

import ai.djl.nn.Block;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.transcal.adapt.data.DomainPair;
import org.transcal.adapt.data.Preparation;
import org.transcal.adapt.data.PreparationKind;
import org.transcal.adapt.method.AdaptationMethod;
import org.transcal.adapt.model.AdaptedModel;
import org.transcal.adapt.network.NetworkWeights;
import org.transcal.adapt.network.Normalization;
import org.transcal.adapt.tensor.Engine;
import org.transcal.adapt.train.EarlyStopping;
import org.transcal.adapt.train.TrainingData;
import org.transcal.adapt.train.TrainingLoop;
import org.transcal.adapt.train.TrainingSettings;
import org.transcal.adapt.train.Validation;
import org.transcal.io.dataset.DataSet;
import org.transcal.io.dataset.FeatureRows;
import org.transcal.io.file.InputException;
import org.transcal.prediction.Labels;
import org.transcal.task.TransferTask;

/**
 * Trains a classifier on one domain for use on another.
 *
 * <p>{@code Adaptation.of(data, "books", "dvd").withMethod(AdaptationMethod.CDAN_E).train()}.
 * Immutable; each {@code with…} returns a changed copy.
 */
public final class Adaptation {
  private static final int MOST_MODELS = 1000;
  private static final int MOST_PASSES = 10_000;

  private final DataSet data;
  private final String source;
  private final String target;
  private Rows rows = Rows.FIRST_SPLIT;
  private AdaptationMethod method = AdaptationMethod.SOURCE_ONLY;
  private TrainingSettings settings = TrainingSettings.DEFAULTS;
  private Optional<PreparationKind> preparation = Optional.empty();
  private Optional<Supplier<Block>> encoder = Optional.empty();
  private int models = 1;
  private int passes = 10;
  private boolean secondModel = true;

  /** Which rows of the two domains are used. */
  public enum Rows {
    /** Those of split 0; all of them if the data set has no {@code split}. */
    FIRST_SPLIT,
    ALL
  }

  private Adaptation(DataSet data, String source, String target) {
    this.data = data;
    this.source = source;
    this.target = target;
  }

  /**
   * From one domain of a data set to another, by default with {@code source-only}.
   *
   * @throws InputException if a domain does not exist
   */
  public static Adaptation of(DataSet data, String source, String target) {
    for (String name : List.of(source, target)) {
      if (!data.domainNames().contains(name)) {
        throw InputException.of(
            "There is no domain %s in the data set; it has %s",
            InputException.quote(name), InputException.list(data.domainNames()));
      }
    }
    if (source.equals(target)) {
      throw new InputException(
          "Source and target are both " + InputException.quote(source) + "; they must differ");
    }
    return new Adaptation(data, source, target);
  }

  private Adaptation with(Consumer<Adaptation> change) {
    Adaptation copy = new Adaptation(data, source, target);
    copy.rows = rows;
    copy.method = method;
    copy.settings = settings;
    copy.preparation = preparation;
    copy.encoder = encoder;
    copy.models = models;
    copy.passes = passes;
    copy.secondModel = secondModel;
    change.accept(copy);
    return copy;
  }

  public Adaptation withMethod(AdaptationMethod newMethod) {
    return with(copy -> copy.method = newMethod);
  }

  public Adaptation withSettings(TrainingSettings newSettings) {
    return with(copy -> copy.settings = newSettings);
  }

  public Adaptation withSeed(long seed) {
    return withSettings(settings.withSeed(seed));
  }

  public Adaptation withRows(Rows newRows) {
    return with(copy -> copy.rows = newRows);
  }

  /** With values prepared in a given way instead of the detected one. */
  public Adaptation withPreparation(PreparationKind kind) {
    return with(copy -> copy.preparation = Optional.of(kind));
  }

  /**
   * With your own DJL block from rows to features, in place of linear layers; the classifier on top
   * stays a linear layer.
   *
   * <pre>{@code
   * adaptation.withEncoder(
   *     () -> new SequentialBlock()
   *         .add(Linear.builder().setUnits(32).build())
   *         .add(Activation.tanhBlock()));
   * }</pre>
   *
   * <p>The block takes rows × columns, even for images, and gives rows × features. Parameters that
   * it already has are kept as the start. {@code model().weights().encoder()} holds the trained
   * {@link org.transcal.adapt.network.BlockEncoder}.
   *
   * @param newEncoder makes a new block each time it is called
   */
  @SuppressWarnings("exports")
  public Adaptation withEncoder(Supplier<Block> newEncoder) {
    return with(copy -> copy.encoder = Optional.of(newEncoder));
  }

  /** With a number of models, which share the source split and differ in everything random. */
  public Adaptation withEnsemble(int newModels) {
    if (newModels < 1 || newModels > MOST_MODELS) {
      throw new IllegalArgumentException(
          "Number of models is " + newModels + "; it must be in 1 … " + MOST_MODELS);
    }
    return with(copy -> copy.models = newModels);
  }

  /** With a number of random passes for {@code mc-dropout} and {@code svi}; 0 for none. */
  public Adaptation withDropoutPasses(int newPasses) {
    if (newPasses < 0 || newPasses > MOST_PASSES) {
      throw new IllegalArgumentException(
          "Number of passes is " + newPasses + "; it must be in 0 … " + MOST_PASSES);
    }
    return with(copy -> copy.passes = newPasses);
  }

  /**
   * Without a second model.
   *
   * <p>By default the task also holds the outputs of a small source-only training, whose agreement
   * with the model is evidence of its accuracy on the target.
   */
  public Adaptation withoutSecondModel() {
    return with(copy -> copy.secondModel = false);
  }

  /** Number of steps that {@link #train} takes in all. */
  public long steps() {
    return (long) settings.steps() * models + (secondModel ? settings.ofSecondModel().steps() : 0);
  }

  public AdaptedTask train() {
    return train(() -> {});
  }

  /**
   * Trains.
   *
   * @param onStep called after every step
   * @throws InputException if the data cannot be used
   * @throws org.transcal.calibration.CalibrationException if training diverged
   */
  public AdaptedTask train(Runnable onStep) {
    int[] sourceRows = rowsOf(source);
    int[] targetRows = rowsOf(target);
    SplittableRandom random = new SplittableRandom(settings.seed());
    DomainPair pair =
        DomainPair.split(data, sourceRows, targetRows, source, random.split().nextLong());
    int[] all = IntStream.range(0, data.rows()).filter(this::isUsed).toArray();
    PreparationKind kind =
        preparation.orElseGet(() -> PreparationKind.detect(data.features(), all));
    Preparation prepared = Preparation.fit(kind, data.features(), all);
    Validation validation =
        new Validation(
            prepared.prepare(data.features(), pair.sourceValidation()),
            data.labels(pair.sourceValidation()));
    Labels trainLabels = data.labels(pair.sourceTrain());
    TrainingData training =
        new TrainingData(prepared.prepare(data.features(), pair.training()), trainLabels);
    List<TrainingLoop.Trained> trained = new ArrayList<>();
    for (int i = 0; i < models; i++) {
      // The first model does not depend on how many follow.
      long seed = i == 0 ? settings.seed() : random.split().nextLong();
      boolean isMeasured = i == 0 || !settings.stopping().equals(EarlyStopping.NONE);
      Optional<Validation> measured = isMeasured ? Optional.of(validation) : Optional.empty();
      trained.add(
          TrainingLoop.run(
              method, normalized().withSeed(seed), encoder, training, measured, onStep));
    }
    Optional<NetworkWeights> second = trainSecond(training, onStep);
    TrainingLoop.Trained first = trained.get(0);
    AdaptedModel model =
        new AdaptedModel(
            first.weights(),
            prepared,
            data.classNames(),
            method.name(),
            settings.dropout(),
            settings.seed());
    List<NetworkWeights> others =
        trained.stream().skip(1).map(TrainingLoop.Trained::weights).toList();
    String name = source + "2" + target + "__" + method;
    // A block of the caller's applies its own dropout.
    double dropout = encoder.isPresent() ? 0 : settings.dropout();
    TransferTask task =
        Engine.withManager(
            manager ->
                new TaskOutputs(manager, model, first.sourceWeights(), training, method, dropout)
                    .task(name, validation, others, second, passes));
    int labelled = (int) IntStream.of(targetRows).filter(data::isLabelled).count();
    // A task holds the labels of all target rows or of none.
    Optional<Labels> targetLabels =
        labelled == targetRows.length ? Optional.of(data.labels(targetRows)) : Optional.empty();
    return new AdaptedTask(
        model,
        first.log(),
        task,
        trainLabels,
        targetLabels,
        new Notes()
            .values(kind, preparation.isEmpty())
            .rows(
                source,
                sourceRows.length,
                allRowsOf(source).length,
                target,
                targetRows.length,
                allRowsOf(target).length)
            .labelled(labelled, targetRows.length)
            .stopping(settings, first.log())
            .lines());
  }

  /** Images need normalization to train in few steps. */
  private TrainingSettings normalized() {
    boolean isNeeded =
        data.features() instanceof FeatureRows.Images
            && settings.normalization() == Normalization.NONE;
    return isNeeded ? settings.withNormalization(Normalization.BATCH) : settings;
  }

  private Optional<NetworkWeights> trainSecond(TrainingData training, Runnable onStep) {
    if (!secondModel) {
      return Optional.empty();
    }
    AdaptationMethod plain = AdaptationMethod.SOURCE_ONLY;
    return Optional.of(
        TrainingLoop.run(
                plain, settings.ofSecondModel(), encoder, training, Optional.empty(), onStep)
            .weights());
  }

  private boolean isUsed(int row) {
    return rows == Rows.ALL || data.split(row) == 0;
  }

  private int[] rowsOf(String domain) {
    int[] used = Arrays.stream(allRowsOf(domain)).filter(this::isUsed).toArray();
    if (used.length < 2) {
      throw InputException.of(
          "Domain %s has %d row(s); at least 2 are needed",
          InputException.quote(domain), used.length);
    }
    return used;
  }

  private int[] allRowsOf(String domain) {
    return data.rowsOf(data.domainNames().indexOf(domain));
  }
}
