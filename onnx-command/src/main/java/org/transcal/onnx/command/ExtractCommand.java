package org.transcal.onnx.command;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.transcal.cli.file.InputFiles;
import org.transcal.cli.option.TerminalCommand;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Figures;
import org.transcal.cli.terminal.Terminal;
import org.transcal.io.file.InputException;
import org.transcal.matrix.Matrix;
import org.transcal.onnx.demo.ExampleFolder;
import org.transcal.onnx.extract.ArrayDataSet;
import org.transcal.onnx.extract.Examples;
import org.transcal.onnx.extract.Extracted;
import org.transcal.onnx.extract.FeatureExtraction;
import org.transcal.onnx.extract.FeatureExtraction.OnUnreadable;
import org.transcal.onnx.extract.ImageOutput;
import org.transcal.onnx.extract.ImageSet;
import org.transcal.onnx.extract.TensorChoice;
import org.transcal.onnx.graph.OnnxModel;
import org.transcal.onnx.graph.TensorType;
import org.transcal.onnx.image.Preprocessing;
import org.transcal.onnx.network.Network;
import org.transcal.workflow.Progress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code transcal extract}: images or arrays through a network to features. */
@Command(
    name = "extract",
    header = "Runs images or arrays through a network to features.",
    description = {
      "%nWrites a data set for adapt (x, y, domain, domain_names, class_names, logits), or, given"
          + " source and target, a task for fit. Images are decoded while the network runs.%n"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  transcal extract --example example",
      "  transcal extract example/images --onnx example/net.onnx --out data.npz",
      "  transcal extract office-home --onnx resnet50.onnx --out office-home.npz",
      "  transcal extract photos.npy --onnx net.onnx --features pool --out data.npz",
      "  transcal extract --domain art=Art.txt --domain real=Real.txt --root /data \\",
      "      --onnx resnet50.onnx --out art-real.npz",
      "  transcal extract --source Art --target Real --onnx model.onnx --out task.npz",
    })
public final class ExtractCommand extends TerminalCommand {
  private static final int MOST_SHOWN = 20;

  @Option(
      names = "--example",
      paramLabel = "DIR",
      help = true,
      description =
          "Only write an example to try the commands with: DIR/net.onnx, a small network, and"
              + " DIR/images with a source and a target domain.")
  private Path example;

  @Mixin private ImageOptions images;

  @Option(
      names = "--onnx",
      paramLabel = "MODEL.onnx",
      required = true,
      description = "The network: a backbone or a classifier.")
  private Path onnx;

  @Option(
      names = "--features",
      paramLabel = "NAME",
      description =
          "The tensor of the features, an output or an inner one. Default: the input of the last linear layer,"
              + " else the only output")
  private String features;

  @Option(
      names = "--logits",
      paramLabel = "NAME",
      description =
          "The tensor of the logits. Default: the only output, or the input of its softmax")
  private String logits;

  @Option(
      names = "--out",
      paramLabel = "DATA.npz",
      required = true,
      description = "The data set or task to write.")
  private Path out;

  @Mixin private PreprocessingOptions preprocessing;

  @Option(
      names = "--batch",
      paramLabel = "N",
      defaultValue = "16",
      description =
          "Examples per batch, unless the network fixes it. Default:" + " ${DEFAULT-VALUE}")
  private int batch;

  @Option(
      names = "--skip-unreadable",
      description = "Leave out images that cannot be read, and report them.")
  private boolean skipUnreadable;

  @Mixin private TimeLimitOption timeLimit;

  /** A command with a terminal for its output. */
  public ExtractCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    if (example != null) {
      if (onnx != null || out != null) {
        throw misuse("--example only writes an example; use it without other options");
      }
      int files = ExampleFolder.write(example);
      terminal.results().println(Figures.count(files) + " files of an example: " + example);
      return ExitStatus.DONE.code();
    }
    if (!out.toString().toLowerCase(Locale.ROOT).endsWith(".npz")) {
      throw misuse("--out is %s; its name must end in .npz", out);
    }
    if (batch < 1) {
      throw misuse("--batch is %s; it must be at least 1", batch);
    }
    checked(images::requireOneForm);
    Duration limit = timeLimit.limit();
    OnnxModel model = OnnxModel.read(onnx);
    TensorChoice choice =
        TensorChoice.of(model, Optional.ofNullable(features), Optional.ofNullable(logits));
    if (images.isTask()) {
      choice = choice.withLogits(model);
    }
    try (Network network = Network.open(model, choice.tensors(), limit)) {
      if (images.isArrays()) {
        new InputFiles().add(images.arrays()).requireNot("--out", out);
        arrays(network, choice);
      } else {
        images(network, choice);
      }
    }
    return ExitStatus.DONE.code();
  }

  private void arrays(Network network, TensorChoice choice) {
    ArrayDataSet set = ArrayDataSet.read(images.arrays());
    Extracted extracted = run(network, choice, set);
    set.write(out, extracted.tensor(choice.features()), choice.logits().map(extracted::tensor));
    if (!set.missing().isEmpty()) {
      warn("the data set has no %s; adapt needs it", String.join(" and ", set.missing()));
    }
    report(choice, extracted);
  }

  private void images(Network network, TensorChoice choice) {
    ImageSet set = images.find();
    if (!images.isTask() && set.classNames().size() < 2) {
      throw new InputException(
          "The images have 1 class, " + set.classNames().get(0) + "; at least 2 are needed");
    }
    Extracted extracted = run(network, choice, examples(network, set));
    Optional<Matrix> scores = choice.logits().map(extracted::tensor);
    ImageOutput output =
        new ImageOutput(set, extracted.kept(), extracted.tensor(choice.features()), scores);
    if (images.isTask()) {
      output.writeTask(out);
    } else {
      int classes = set.classNames().size();
      scores
          .map(Matrix::columns)
          .filter(columns -> columns != classes)
          .ifPresent(
              columns ->
                  warn(
                      "the network gives %s logits, but the images have %s classes",
                      columns, classes));
      output.writeDataSet(out);
    }
    report(choice, extracted);
  }

  private Examples examples(Network network, ImageSet set) {
    if (!set.skipped().isEmpty()) {
      warn(
          "%s file(s) that are not JPEG, PNG, GIF, BMP, WebP or TIFF were skipped, such as %s",
          set.skipped().size(), set.skipped().get(0));
    }
    Optional<TensorType> type = network.inputType(input(network));
    Preprocessing steps = checked(() -> preprocessing.of(type));
    return set.examples(steps);
  }

  private Extracted run(Network network, TensorChoice choice, Examples examples) {
    String input = input(network);
    requireShape(network, input, examples);
    FeatureExtraction extraction =
        new FeatureExtraction(
            network,
            input,
            choice.tensors(),
            batch,
            skipUnreadable ? OnUnreadable.SKIP : OnUnreadable.FAIL);
    try (Progress progress = terminal.progress("examples", examples.size())) {
      return extraction.run(examples, progress::advance);
    }
  }

  private String input(Network network) {
    if (network.inputs().size() != 1) {
      throw InputException.in(
          onnx, "has " + network.inputs().size() + " inputs; only networks with one are supported");
    }
    return network.inputs().iterator().next();
  }

  private void requireShape(Network network, String input, Examples examples) {
    Optional<TensorType> type = network.inputType(input);
    if (type.isEmpty()) {
      return;
    }
    List<Long> shape = examples.shape();
    boolean fits = type.get().rank() == shape.size() + 1;
    for (int i = 0; fits && i < shape.size(); i++) {
      long wanted = type.get().shape().get(i + 1).size();
      fits = wanted < 0 || wanted == shape.get(i);
    }
    if (!fits) {
      throw InputException.in(
          onnx,
          "takes %s, but examples have shape %s; for images see --crop, --layout and --channels",
          type.get(),
          shape);
    }
  }

  private void report(TensorChoice choice, Extracted extracted) {
    if (!extracted.unreadable().isEmpty()) {
      terminal.warn(extracted.unreadable().stream().limit(MOST_SHOWN).toList());
      warn(
          "%s image(s) that cannot be read were left out",
          Figures.count(extracted.unreadable().size()));
    }
    PrintStream results = terminal.results();
    results.println(taken("features", choice.features(), extracted));
    choice.logits().ifPresent(name -> results.println(taken("logits", name, extracted)));
    double each = 1000.0 / extracted.rows();
    results.printf(
        Locale.ROOT,
        "CPU time per example: %s ms to read it, %s ms in the network%n",
        Figures.decimals(extracted.readingSeconds() * each, 1),
        Figures.decimals(extracted.runningSeconds() * each, 1));
    results.println(Figures.count(extracted.rows()) + " examples: " + out);
  }

  private static String taken(String what, String tensor, Extracted extracted) {
    int columns = extracted.tensor(tensor).columns();
    return "Took " + what + " from " + tensor + ": " + columns + " values per example";
  }

  private void warn(String format, Object... values) {
    terminal.warn(List.of(String.format(Locale.ROOT, format, values)));
  }

  /** Turns bad values of options into usage errors. */
  private <T> T checked(Supplier<T> work) {
    try {
      return work.get();
    } catch (IllegalArgumentException wrong) {
      throw misuse("%s", wrong.getMessage());
    }
  }
}
