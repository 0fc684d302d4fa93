package org.transcal.cli.fit;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.transcal.calibration.FittedCalibration;
import org.transcal.calibration.FittedMethod;
import org.transcal.cli.terminal.Version;
import org.transcal.comparison.MethodComparison;
import org.transcal.comparison.MethodResult;
import org.transcal.io.file.AtomicFile;
import org.transcal.io.json.ModelJson;
import org.transcal.io.json.Provenance;
import org.transcal.io.json.ResultJson;
import org.transcal.io.npy.Precision;
import org.transcal.io.npy.ScatteredNpyWriter;
import org.transcal.matrix.Matrix;

/** The folder that a comparison leaves its files in, each whole or not at all. */
final class OutputFolder {
  private static final Path ROOT = Path.of("transcal-out");

  private final Path folder;

  /**
   * What was written.
   *
   * @param lines where it is, one line a file
   * @param warnings what the user may have expected and did not get
   */
  record Written(List<String> lines, List<String> warnings) {}

  OutputFolder(Path folder) {
    this.folder = folder;
  }

  /** Where the files of a task go unless the user says otherwise. */
  static Path standard(String task) {
    String name = task.replaceAll("[/\\\\\\p{Cntrl}]", "_");
    boolean unsafe = name.isBlank() || name.equals(".") || name.equals("..");
    return ROOT.resolve(unsafe ? "task" : name);
  }

  /**
   * Fails where files cannot be written, before the work and not after it.
   *
   * @throws org.transcal.io.file.OutputException saying why
   */
  void requireWritable() {
    AtomicFile.open(file("result.json")).close();
  }

  Path file(String name) {
    return folder.resolve(name);
  }

  /**
   * Writes the files of a comparison in which some method ran.
   *
   * @param exported the method whose model and probabilities are written
   * @param inputs name and digest of each input array
   * @param report the report, where one is wanted
   */
  Written write(
      MethodComparison comparison,
      String exported,
      Map<String, String> inputs,
      Optional<String> report) {
    List<String> lines = new ArrayList<>();
    List<String> warnings = new ArrayList<>();
    MethodResult chosen = result(comparison, exported);
    Provenance provenance = new Provenance(exported, comparison.seed(), Version.get(), inputs);
    Path model = file("model.json");
    Path probabilities = file("target_probabilities.npy");
    if (chosen.fitted().isPresent()) {
      FittedMethod fitted = chosen.fitted().get();
      if (fitted instanceof FittedCalibration calibration) {
        ModelJson.write(model, calibration.model(), provenance);
        lines.add("model          " + model + " (" + exported + ")");
      } else {
        warnings.add(exported + " gives probabilities only, so no model.json was written");
        warnIfStale(model, warnings);
      }
      ScatteredNpyWriter.write(probabilities, fitted.targetProbabilities(), precision(comparison));
      lines.add("probabilities  " + probabilities + " (" + exported + ")");
    } else {
      warnings.add(exported + " could not run, so no model and no probabilities were written");
      warnIfStale(model, warnings);
      warnIfStale(probabilities, warnings);
    }
    Path results = file("result.json");
    ResultJson.write(results, comparison);
    lines.add("results        " + results);
    Path page = file("report.html");
    if (report.isPresent()) {
      AtomicFile.write(page, report.get().getBytes(StandardCharsets.UTF_8));
      lines.add("report         " + page);
    } else {
      warnIfStale(page, warnings);
    }
    return new Written(lines, warnings);
  }

  private static MethodResult result(MethodComparison comparison, String method) {
    return comparison.results().stream()
        .filter(result -> result.method().equals(method))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("No result of " + method));
  }

  private static void warnIfStale(Path file, List<String> warnings) {
    if (Files.exists(file)) {
      warnings.add(file + " is from an earlier run");
    }
  }

  /** Probabilities are as precise as the logits they come from. */
  private static Precision precision(MethodComparison comparison) {
    return comparison.task().target().logits().values() instanceof Matrix.OfFloats
        ? Precision.FLOAT32
        : Precision.FLOAT64;
  }
}
