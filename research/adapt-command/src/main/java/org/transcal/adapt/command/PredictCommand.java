package org.transcal.adapt.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.transcal.adapt.model.AdaptedModel;
import org.transcal.adapt.model.ModelFiles;
import org.transcal.adapt.network.Network;
import org.transcal.cli.file.InputFiles;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Figures;
import org.transcal.io.ArrayLocation;
import org.transcal.io.array.Precision;
import org.transcal.io.dataset.DataSetFiles;
import org.transcal.io.dataset.FeatureRows;
import org.transcal.io.npy.NpyWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code transcal adapt predict}: a trained model on other rows. */
@Command(
    name = "predict",
    header = "Predicts other rows with a trained model.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  transcal adapt predict a2b.network.json new.npy --out logits.npy",
      "  transcal adapt predict a2b.network.json new.npz --out logits.npy",
    })
final class PredictCommand implements Callable<Integer> {
  @ParentCommand private AdaptCommand parent;

  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "MODEL.json",
      description = "NAME.network.json, with its .safetensors next to it.")
  private Path model;

  @Parameters(
      index = "1",
      paramLabel = "DATA",
      description =
          "Rows or images as the model was trained on: a .npz with x or CSR arrays, a .npy or"
              + " .csv file, or FILE.npz:array.")
  private String data;

  @Option(
      names = "--out",
      paramLabel = "LOGITS.npy",
      required = true,
      description = "The logits to write, one row each.")
  private Path out;

  @Option(
      names = "--features",
      paramLabel = "FEATURES.npy",
      description = "The features to write, too.")
  private Path features;

  @Override
  public Integer call() {
    requireNpy("--out", out);
    if (features != null) {
      requireNpy("--features", features);
    }
    InputFiles inputs = new InputFiles().add(data);
    inputs.requireNot("--out", out);
    inputs.requireNot("--features", Optional.ofNullable(features));
    AdaptedModel trained = ModelFiles.read(model);
    FeatureRows rows = rows();
    Network.Outputs outputs = AdaptTrainer.naming(List.of(data), () -> trained.predict(rows));
    NpyWriter.write(out, outputs.logits(), Precision.FLOAT32);
    if (features != null) {
      NpyWriter.write(features, outputs.features(), Precision.FLOAT32);
    }
    int classes = trained.weights().classes();
    String predicted = Figures.count(rows.rows()) + " rows of " + classes + " classes: " + out;
    parent.terminal().results().println("Predicted " + predicted);
    return ExitStatus.DONE.code();
  }

  private void requireNpy(String option, Path file) {
    if (!file.toString().toLowerCase(Locale.ROOT).endsWith(".npy")) {
      throw new ParameterException(
          spec.commandLine(), option + " is " + file + "; its name must end in .npy");
    }
  }

  private FeatureRows rows() {
    if (data.toLowerCase(Locale.ROOT).endsWith(".npz")) {
      return DataSetFiles.readFeatures(Path.of(data));
    }
    return DataSetFiles.readFeatures(ArrayLocation.parse(data));
  }
}
