package org.transcal.cli.fit;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.transcal.io.file.AtomicFile;
import org.transcal.io.file.OutputLock;
import org.transcal.io.json.ModelFile;
import org.transcal.io.json.ModelJson;
import org.transcal.io.npy.NpyWriter;
import org.transcal.workflow.Fit;
import org.transcal.workflow.json.ResultJson;

/** The output folder of one run, locked; each file is written completely or not at all. */
final class OutputFolder implements AutoCloseable {
  /** Names of all files that a run may write. */
  static final List<String> FILES =
      List.of("model.json", "target_probabilities.npy", "result.json", "report.html");

  private static final Path ROOT = Path.of("transcal-out");

  private final Path folder;
  private final OutputLock lock;

  /** One line per written file, and warnings about missing and older files. */
  record Written(List<String> lines, List<String> warnings) {}

  private OutputFolder(Path folder, OutputLock lock) {
    this.folder = folder;
    this.lock = lock;
  }

  /** Locks a folder and checks that it can be written. */
  static OutputFolder open(Path folder) {
    OutputFolder taken = new OutputFolder(folder, OutputLock.acquire(folder));
    try {
      FILES.forEach(taken::file);
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

  /** The default folder of a task. */
  static Path standard(String task) {
    String name = task.replaceAll("[/\\\\\\p{Cntrl}]", "_");
    boolean unsafe = name.isBlank() || name.equals(".") || name.equals("..");
    return ROOT.resolve(unsafe ? "task" : name);
  }

  /** A file of the folder; fails if links lead out of the folder. */
  Path file(String name) {
    return OutputLock.inside(folder, folder.resolve(name));
  }

  /** Writes all files but the report. */
  Written write(Fit.Result fit) {
    List<String> lines = new ArrayList<>();
    List<String> warnings = new ArrayList<>();
    String method = fit.chosen().method();
    Path model = file("model.json");
    Path probabilities = file("target_probabilities.npy");
    Optional<ModelFile> made = fit.model();
    if (fit.fitted().isPresent()) {
      if (made.isPresent()) {
        ModelJson.write(model, made.get().model(), made.get().provenance());
        lines.add("model          " + model + " (" + method + ")");
      } else {
        warnings.add(method + " gives probabilities only, so no model.json was written");
        warnIfStale(model, warnings);
      }
      NpyWriter.write(probabilities, fit.fitted().get().targetProbabilities(), fit.precision());
      lines.add("probabilities  " + probabilities + " (" + method + ")");
    } else {
      warnings.add(method + " could not run, so no model and no probabilities were written");
      warnIfStale(model, warnings);
      warnIfStale(probabilities, warnings);
    }
    Path results = file("result.json");
    ResultJson.write(results, fit);
    lines.add("results        " + results);
    if (fit.fitted().isPresent()) {
      String files = made.isPresent() ? "Model and probabilities" : "The probabilities";
      lines.add(files + " come from " + method + ", " + fit.chosen().reason() + ".");
    }
    return new Written(lines, warnings);
  }

  /** Writes the report; returns the line that names its path. */
  String writeReport(String html) {
    Path page = file("report.html");
    AtomicFile.write(page, html.getBytes(StandardCharsets.UTF_8));
    return "report         " + page;
  }

  /** Warnings about a report that an earlier run left. */
  List<String> withoutReport() {
    List<String> warnings = new ArrayList<>();
    warnIfStale(file("report.html"), warnings);
    return warnings;
  }

  private static void warnIfStale(Path file, List<String> warnings) {
    if (Files.exists(file)) {
      warnings.add(file + " is from an earlier run");
    }
  }
}
