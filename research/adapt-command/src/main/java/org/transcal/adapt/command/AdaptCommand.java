package org.transcal.adapt.command;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.transcal.adapt.Adaptation;
import org.transcal.adapt.AdaptedTask;
import org.transcal.adapt.data.PreparationKind;
import org.transcal.adapt.method.AdaptationMethod;
import org.transcal.adapt.train.TrainingSettings;
import org.transcal.cli.file.InputFiles;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Terminal;
import org.transcal.io.dataset.DataSet;
import org.transcal.io.dataset.DataSetFiles;
import org.transcal.workflow.Progress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code transcal adapt}: trains an adapted model and writes it as a task. */
@Command(
    name = "adapt",
    header = "Trains a domain-adaptation model and writes a task.",
    description = {
      "%nA fifth of each source class is held out for validation. Target rows need no labels"
          + " (y = -1); if all have one, they are written to the task for evaluation but never used."
          + " Also written: TASK.network.json and TASK.network.safetensors (the model),"
          + " TASK.training.csv and TASK.training.html (how training went). To predict other rows"
          + " see transcal adapt predict --help.%n"
    },
    subcommands = PredictCommand.class,
    footerHeading = "%nExamples:%n",
    footer = {
      "  transcal adapt reviews.npz --source books --target dvd --method cdan-e",
      "  transcal adapt a.svm b.svm --source a --target b --out a2b.npz",
      "  transcal adapt gas.npz --source batch1 --target batch2 --ensemble 5",
    })
public final class AdaptCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..*",
      paramLabel = "DATA",
      description = {
        "A .npz with x (rows, or images × channels × height × width; or CSR data, indices, indptr,"
            + " shape), y (-1 for unlabelled) and domain; or svmlight files, one per domain, each named after its domain."
      })
  private List<Path> data = List.of();

  @Option(names = "--source", paramLabel = "NAME", description = "The domain with labels.")
  private String source;

  @Option(names = "--target", paramLabel = "NAME", description = "The domain to adapt to.")
  private String target;

  @Option(
      names = "--method",
      paramLabel = "M",
      defaultValue = "cdan-e",
      description =
          "source-only, ddc, dan, rtn, jan, dann, adda, mada, cdan, cdan-e, mcd, mdd, afn or bnm."
              + " Default: ${DEFAULT-VALUE}")
  private String method;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Random seed of the source split, initial weights, batches and dropout."
              + " Default: ${DEFAULT-VALUE}")
  private long seed;

  @Mixin private TrainingOptions training;

  @Option(
      names = "--prepare",
      paramLabel = "HOW",
      defaultValue = "auto",
      description =
          "How values are transformed: none, log (of 1 + count), histogram (rows divided by"
              + " their sum, columns standardised), standardize, channels (of images), or auto, which"
              + " reports its choice."
              + " Default: ${DEFAULT-VALUE}")
  private String prepare;

  @Option(
      names = "--all-rows",
      description =
          "Use all rows, not only those with split 0, if the data set has an array split.")
  private boolean allRows;

  @Option(
      names = "--first-index",
      paramLabel = "N",
      description =
          "Index of the first column in svmlight files, 0 or 1. Default: 1, or 0 if a file has an"
              + " index 0")
  private Integer firstIndex;

  @Option(
      names = "--passes",
      paramLabel = "N",
      defaultValue = "10",
      description =
          "Passes with dropout, for mc-dropout, and samples of the last layer, for svi. Default: ${DEFAULT-VALUE}")
  private int passes;

  @Option(
      names = "--ensemble",
      paramLabel = "N",
      defaultValue = "1",
      description = "Models to train, for ensemble. Default: ${DEFAULT-VALUE}")
  private int ensemble;

  @Option(
      names = "--no-second-model",
      description = "Train no second model, which is evidence for accuracy estimates.")
  private boolean noSecondModel;

  @Mixin private EngineOptions engine;

  @Option(
      names = "--out",
      paramLabel = "TASK.npz",
      description =
          "The task to write. Default: transcal-out/adapt/<source>2<target>__<method>.npz")
  private Path out;

  /** A command with a terminal for its output. */
  public AdaptCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  Terminal terminal() {
    return terminal;
  }

  @Override
  public Integer call() {
    requireArguments();
    TrainingSettings settings = checked(() -> training.settings(seed));
    checked(engine::requirePossible);
    AdaptationMethod chosen =
        AdaptationMethod.named(method).orElseThrow(() -> usage(AdaptTrainer.unknown(method)));
    TrainedFiles files = checked(() -> new TrainedFiles(out == null ? defaultOut() : out));
    InputFiles inputs = new InputFiles().add(data);
    files.all().forEach(file -> inputs.requireNot("--out", file));
    DataSet set = dataSet();
    Adaptation adaptation =
        AdaptTrainer.naming(data, () -> checked(() -> adaptation(set, chosen, settings)));
    files.requireWritable();
    engine.apply();
    AdaptedTask task;
    try (Progress progress = terminal.progress("training", adaptation.steps())) {
      TrainingProgress shown =
          new TrainingProgress(progress, source, target, method, settings.steps(), ensemble);
      task = AdaptTrainer.naming(data, () -> adaptation.train(shown));
    }
    TrainingPage page = new TrainingPage(terminal.reproduction(), source, target, method, settings);
    files.write(task, page.toHtml(task));
    PrintStream results = terminal.results();
    task.notes().forEach(results::println);
    results.println();
    results.println("accuracy on source validation: " + Confusion.onSource(task).accuracy());
    Confusion.onTarget(task)
        .map(target -> "accuracy on target, whose labels were not used: " + target.accuracy())
        .ifPresent(results::println);
    results.println();
    files.lines().forEach(results::println);
    return ExitStatus.DONE.code();
  }

  private DataSet dataSet() {
    if (firstIndex == null) {
      return DataSetFiles.read(data);
    }
    if (data.stream().anyMatch(file -> file.toString().endsWith(".npz"))) {
      throw usage("--first-index is for svmlight files; a .npz needs none");
    }
    if (firstIndex != 0 && firstIndex != 1) {
      throw usage("--first-index is " + firstIndex + "; it must be 0 or 1");
    }
    return DataSetFiles.readSvmlight(data, firstIndex);
  }

  private void requireArguments() {
    String missing =
        Stream.of(
                data.isEmpty() ? "DATA" : "",
                source == null ? "--source=NAME" : "",
                target == null ? "--target=NAME" : "")
            .filter(name -> !name.isEmpty())
            .collect(Collectors.joining(", "));
    if (!missing.isEmpty()) {
      throw usage("Missing required " + missing);
    }
  }

  private <T> T checked(Supplier<T> work) {
    try {
      return work.get();
    } catch (IllegalArgumentException bad) {
      throw usage(bad.getMessage());
    }
  }

  private Adaptation adaptation(DataSet set, AdaptationMethod chosen, TrainingSettings settings) {
    Adaptation adaptation =
        Adaptation.of(set, source, target)
            .withMethod(chosen)
            .withSettings(settings)
            .withRows(allRows ? Adaptation.Rows.ALL : Adaptation.Rows.FIRST_SPLIT)
            .withEnsemble(ensemble)
            .withDropoutPasses(passes);
    adaptation = noSecondModel ? adaptation.withoutSecondModel() : adaptation;
    return prepare.equals("auto")
        ? adaptation
        : adaptation.withPreparation(
            TrainingOptions.constant("--prepare", prepare, PreparationKind.class, "auto"));
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private Path defaultOut() {
    String name = source + "2" + target + "__" + method;
    return Path.of("transcal-out", "adapt", name.replaceAll("[/\\\\\\p{Cntrl}]", "_") + ".npz");
  }
}
