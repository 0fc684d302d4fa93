package org.transcal.adapt.command;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.transcal.adapt.network.Normalization;
import org.transcal.adapt.train.EarlyStopping;
import org.transcal.adapt.train.TrainingSettings;
import picocli.CommandLine.Option;

/** Options for how a network is built and trained. */
final class TrainingOptions {
  @Option(
      names = "--steps",
      paramLabel = "N",
      defaultValue = "800",
      description = "Optimizer steps. Default: ${DEFAULT-VALUE}")
  private int steps;

  @Option(
      names = "--batch",
      paramLabel = "N",
      defaultValue = "64",
      description = "Rows of each domain per step. Default: ${DEFAULT-VALUE}")
  private int batch;

  @Option(
      names = "--learning-rate",
      paramLabel = "R",
      defaultValue = "0.02",
      description = "Initial learning rate; it decays during training. Default: ${DEFAULT-VALUE}")
  private double learningRate;

  @Option(
      names = "--channels",
      paramLabel = "N,N",
      split = ",",
      defaultValue = "16,32",
      hideParamSyntax = true,
      description =
          "For images: channels of the convolutional blocks before the layers; each halves height"
              + " and width. Default: ${DEFAULT-VALUE}")
  private List<Integer> channels;

  @Option(
      names = "--layers",
      paramLabel = "N,N",
      split = ",",
      defaultValue = "256,64",
      hideParamSyntax = true,
      description =
          "Widths of the layers before the classifier; the last one gives the features, in mcd one"
              + " for each of its two classifiers."
              + " Default: ${DEFAULT-VALUE}")
  private List<Integer> layers;

  @Option(
      names = "--dropout",
      paramLabel = "P",
      defaultValue = "0.5",
      description = "Dropout rate after each layer. Default: ${DEFAULT-VALUE}")
  private double dropout;

  @Option(
      names = "--normalization",
      paramLabel = "N",
      defaultValue = "none",
      description =
          "Of each layer's outputs: none, features (of the last layer only), batch (with statistics"
              + " per domain) or transnorm. Instead of none, mcd and afn use features, and images"
              + " batch. Default: ${DEFAULT-VALUE}")
  private String normalization;

  @Option(
      names = "--early-stopping",
      paramLabel = "C",
      defaultValue = "none",
      description =
          "Keep the best weights of the second half by a criterion without target labels, and stop"
              + " if it no longer improves: none, source-validation, dev or information."
              + " Default: ${DEFAULT-VALUE}")
  private String earlyStopping;

  @Option(
      names = "--checkpoint-every",
      paramLabel = "N",
      description = "Steps between checkpoints of early stopping. Default: a twentieth of --steps")
  private Integer checkpointEvery;

  /**
   * The settings.
   *
   * @throws IllegalArgumentException naming a value that is not possible
   */
  TrainingSettings settings(long seed) {
    Normalization kind = constant("--normalization", normalization, Normalization.class);
    return new TrainingSettings(
        channels, layers, dropout, steps, batch, learningRate, seed, kind, stopping());
  }

  /** The constant that an option names, such as {@code source-validation}. */
  static <E extends Enum<E>> E constant(
      String option, String value, Class<E> type, String... others) {
    List<String> names =
        Arrays.stream(type.getEnumConstants())
            .map(one -> one.name().toLowerCase(Locale.ROOT).replace('_', '-'))
            .toList();
    if (!names.contains(value)) {
      List<String> all = Stream.concat(Stream.of(others), names.stream()).toList();
      throw new IllegalArgumentException(
          option + " is \"" + value + "\"; it must be one of " + String.join(", ", all));
    }
    return type.getEnumConstants()[names.indexOf(value)];
  }

  private EarlyStopping stopping() {
    EarlyStopping.Criterion criterion =
        constant("--early-stopping", earlyStopping, EarlyStopping.Criterion.class);
    if (checkpointEvery == null) {
      return EarlyStopping.by(criterion);
    }
    if (criterion == EarlyStopping.Criterion.NONE || checkpointEvery < 1) {
      throw new IllegalArgumentException(
          "--checkpoint-every is "
              + checkpointEvery
              + "; it must be at least 1 and needs --early-stopping");
    }
    return new EarlyStopping(criterion, checkpointEvery);
  }
}
