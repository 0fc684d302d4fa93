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
import org.transcal.io.file.OutputLock;
import org.transcal.io.json.ModelJson;
import org.transcal.io.json.Provenance;
import org.transcal.io.json.ResultJson;
import org.transcal.io.npy.NpyWriter;
import org.transcal.io.npy.Precision;
import org.transcal.matrix.Matrix;

/** The folder that a comparison leaves its files in, each whole or not at all; one run's alone. */
final class OutputFolder implements AutoCloseable {
  private static final Path ROOT = Path.of("transcal-out");

  private final Path folder;
  private final OutputLock lock;

  /**
   * What was written.
   *
   * @param lines where it is, one line per file, and whose model it is
   * @param warnings what the user may have expected and did not get
   */
  record Written(List<String> lines, List<String> warnings) {}

  private OutputFolder(Path folder, OutputLock lock) {
    this.folder = folder;
    this.lock = lock;
  }

  /**
   * Takes a folder for this run, before the work and not after it.
   *
   * @throws org.transcal.io.file.OutputException if another run has it or it cannot be written
   */
  static OutputFolder open(Path folder) {
    OutputFolder taken = new OutputFolder(folder, OutputLock.acquire(folder));
    try {
      AtomicFile.open(taken.file("result.json")).close();
      return taken;
    } catch (RuntimeException unwritable) {
      taken.close();
      throw unwritable;
    }
  }

  @Override
  public void close() {
    lock.close();
  }

  /** Where the files of a task go unless the user says otherwise. */
  static Path standard(String task) {
    String name = task.replaceAll("[/\\\\\\p{Cntrl}]", "_");
    boolean unsafe = name.isBlank() || name.equals(".") || name.equals("..");
    return ROOT.resolve(unsafe ? "task" : name);
  }

  Path file(String name) {
    return folder.resolve(name);
  }

  /**
   * Writes the files of a comparison in which some method ran, all but the report.
   *
   * @param exported the method whose model and probabilities are written
   * @param inputs name and digest of each input array
   * @param notes what the user was warned of
   */
  Written write(
      MethodComparison comparison,
      ExportedMethod exported,
      Map<String, String> inputs,
      List<String> notes) {
    List<String> lines = new ArrayList<>();
    List<String> warnings = new ArrayList<>();
    String method = exported.name();
    Provenance provenance = new Provenance(method, comparison.seed(), Version.get(), inputs);
    Path model = file("model.json");
    Path probabilities = file("target_probabilities.npy");
    Optional<FittedMethod> chosen = result(comparison, method).fitted();
    if (chosen.isPresent()) {
      FittedMethod fitted = chosen.get();
      if (fitted instanceof FittedCalibration calibration) {
        ModelJson.write(model, calibration.model(), provenance);
        lines.add("model          " + model + " (" + method + ")");
      } else {
        warnings.add(method + " gives probabilities only, so no model.json was written");
        warnIfStale(model, warnings);
      }
      NpyWriter.write(probabilities, fitted.targetProbabilities(), precision(comparison));
      lines.add("probabilities  " + probabilities + " (" + method + ")");
    } else {
      warnings.add(method + " could not run, so no model and no probabilities were written");
      warnIfStale(model, warnings);
      warnIfStale(probabilities, warnings);
    }
    Path results = file("result.json");
    ResultJson.write(results, comparison, notes);
    lines.add("results        " + results);
    if (chosen.isPresent()) {
      boolean hasModel = chosen.get() instanceof FittedCalibration;
      lines.add(exported.sentence(hasModel ? "Model and probabilities" : "The probabilities"));
    }
    return new Written(lines, warnings);
  }

  /** Writes the report and gives the line that says where it is. */
  String writeReport(String html) {
    Path page = file("report.html");
    AtomicFile.write(page, html.getBytes(StandardCharsets.UTF_8));
    return "report         " + page;
  }

  /** Warnings about a report of an earlier run, which this one does not replace. */
  List<String> withoutReport() {
    List<String> warnings = new ArrayList<>();
    warnIfStale(file("report.html"), warnings);
    return warnings;
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
