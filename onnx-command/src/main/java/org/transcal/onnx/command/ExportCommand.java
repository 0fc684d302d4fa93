package org.transcal.onnx.command;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.transcal.cli.file.InputFiles;
import org.transcal.cli.option.TerminalCommand;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Figures;
import org.transcal.cli.terminal.Terminal;
import org.transcal.io.PredictionScale;
import org.transcal.io.file.InputException;
import org.transcal.io.json.ModelFile;
import org.transcal.io.json.ModelJson;
import org.transcal.model.AffineModel;
import org.transcal.model.TemperatureModel;
import org.transcal.onnx.export.CalibratedExport;
import org.transcal.onnx.export.CalibratedExport.Arithmetic;
import org.transcal.onnx.export.ExportResult;
import org.transcal.onnx.export.Prediction;
import org.transcal.onnx.graph.ElementType;
import org.transcal.onnx.graph.OnnxModel;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code transcal export}: adds a calibration to an ONNX model. */
@Command(
    name = "export",
    header = "Adds a calibration to an ONNX model.",
    description = {
      "%nThe original outputs stay as they are; calibrated_probabilities (rows × classes) and"
          + " calibrated_confidence (rows) are added, and the metadata record their origin."
          + " Works for graphs that end in logits, softmax or log-softmax, operator set 9 and up,"
          + " any batch size, weights inside or next to the file.%n"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  transcal export model.json --onnx resnet.onnx --out resnet-calibrated.onnx",
      "  transcal export model.json --onnx net.onnx --output fc --out net2.onnx",
      "  transcal export model.json --onnx forest.onnx --probabilities --out out.onnx",
    })
public final class ExportCommand extends TerminalCommand {
  /** Above single-precision rounding: the added nodes differ from core. */
  private static final double NOTEWORTHY = 1e-6;

  @Parameters(index = "0", paramLabel = "MODEL.json", description = "A model that fit wrote.")
  private Path model;

  @Option(
      names = "--onnx",
      paramLabel = "IN.onnx",
      required = true,
      description = "The network to calibrate.")
  private Path onnx;

  @Option(
      names = "--out",
      paramLabel = "OUT.onnx",
      required = true,
      description = "The new network; external weights are copied along to another folder.")
  private Path out;

  @Option(
      names = "--output",
      paramLabel = "NAME",
      description =
          "The tensor to calibrate, an output or an inner one. Default: the only output that can"
              + " be logits; for a softmax, its input")
  private String output;

  @Option(
      names = "--probabilities",
      description =
          "The tensor holds probabilities, not logits; their logarithms are calibrated, as in apply"
              + " --probabilities.")
  private boolean probabilities;

  @Option(
      names = "--arithmetic",
      paramLabel = "single|double",
      description =
          "Precision of the added nodes. Default: single for temperatures, for which it suffices, else"
              + " double")
  private String arithmetic;

  @Mixin private TimeLimitOption timeLimit;

  /** A command with a terminal for its output. */
  public ExportCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    requireNames();
    Arithmetic precision = precision();
    Duration limit = timeLimit.limit();
    ModelFile calibration = ModelJson.read(model);
    OnnxModel network = OnnxModel.read(onnx);
    CalibratedExport export =
        CalibratedExport.of(
            network,
            calibration,
            Optional.ofNullable(output),
            probabilities ? PredictionScale.PROBABILITIES : PredictionScale.LOGITS,
            precision);
    List<String> warnings = new ArrayList<>();
    Optional<Double> difference = difference(export, warnings);
    ExportResult written = export.write(out, limit);
    if (written.check() == ExportResult.Check.NOT_LOADED) {
      String unknown = InputException.list(network.graph().foreignDomains());
      warnings.add("the network is " + written.check() + ", of " + unknown);
    }
    warnAboutScale(calibration, export, warnings);
    terminal.warn(warnings);
    report(calibration, export.prediction(), difference, written);
    return ExitStatus.DONE.code();
  }

  private void requireNames() {
    if (!out.toString().toLowerCase(Locale.ROOT).endsWith(".onnx")) {
      throw misuse("--out is %s; its name must end in .onnx", out);
    }
    new InputFiles().add(onnx).add(model).requireNot("--out", out);
  }

  private Arithmetic precision() {
    if (arithmetic == null) {
      return Arithmetic.AS_NEEDED;
    }
    return switch (arithmetic) {
      case "single" -> Arithmetic.SINGLE;
      case "double" -> Arithmetic.DOUBLE;
      default -> throw misuse("--arithmetic is %s; it must be single or double", arithmetic);
    };
  }

  private static Optional<Double> difference(CalibratedExport export, List<String> warnings) {
    try {
      double difference = export.differenceFromCore();
      if (!(difference <= NOTEWORTHY)) {
        boolean single = export.arithmetic() == ElementType.FLOAT;
        warnings.add(
            "on random rows the added nodes differ from transcal apply by up to "
                + (difference + (single ? "; --arithmetic double may help" : "")));
      }
      return Optional.of(difference);
    } catch (InputException unknownToRuntime) {
      warnings.add("the added nodes could not be checked: " + unknownToRuntime.getMessage());
      return Optional.empty();
    }
  }

  private void warnAboutScale(
      ModelFile calibration, CalibratedExport export, List<String> warnings) {
    Prediction prediction = export.prediction();
    boolean shifted = calibration.model() instanceof AffineModel;
    if (shifted && prediction.form() == Prediction.Form.LOGITS_BEFORE_SOFTMAX) {
      warnings.add(
          "the "
              + calibration.model().kind()
              + " model is applied to the logits before the softmax; if it was fitted on"
              + " logarithms of probabilities, use --probabilities");
    }
    if (export.looksLikeProbabilities()) {
      warnings.add(
          "tensor "
              + InputException.quote(prediction.tensor())
              + " seems to hold probabilities; if it does, use --probabilities");
    }
    if (!prediction.type().shape().get(1).isFixed()) {
      warnings.add(
          "the graph does not declare how many classes "
              + InputException.quote(prediction.tensor())
              + " has; it must have "
              + calibration.model().classes());
    }
  }

  private void report(
      ModelFile calibration,
      Prediction prediction,
      Optional<Double> difference,
      ExportResult written) {
    PrintStream results = terminal.results();
    String kind =
        calibration.model() instanceof TemperatureModel temperature
            ? "temperature " + Figures.temperature(temperature.temperature())
            : calibration.model().kind();
    String type = " (" + prediction.type() + ", " + prediction.form() + ")";
    results.println("Calibrated by " + kind + ": tensor " + prediction.tensor() + type);
    difference.ifPresent(
        value ->
            results.println(
                "Largest difference from transcal apply on random rows: "
                    + String.format(Locale.ROOT, "%.1e", value)));
    if (written.check() != ExportResult.Check.NOT_LOADED) {
      results.println("Checked: " + written.check());
    }
    written.copies().forEach(copy -> results.println("Weights copied: " + copy));
    String added = CalibratedExport.PROBABILITIES + " and " + CalibratedExport.CONFIDENCE;
    results.println("Added outputs " + added + ": " + out);
  }
}
