package org.transcal.cli.monitor;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.transcal.cli.file.InputFiles;
import org.transcal.io.file.AtomicFile;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.OutputException;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.history.BatchJson;
import org.transcal.monitoring.history.Histories;
import org.transcal.monitoring.history.PrometheusText;
import org.transcal.report.MonitorDashboard;
import picocli.CommandLine.Option;

/** Files that {@code transcal monitor} writes besides the history. */
final class MonitorOutputs {
  private static final Path STANDARD = Path.of("transcal-out", "monitor", "dashboard.html");

  @Option(
      names = "--dashboard",
      paramLabel = "FILE.html",
      description =
          "Where to draw the dashboard. Default: beside the history (history.jsonl: history.html), or"
              + " transcal-out/monitor/dashboard.html")
  private Optional<Path> dashboard = Optional.empty();

  @Option(names = "--no-dashboard", description = "Draw no dashboard.")
  private boolean noDashboard;

  @Option(
      names = "--prometheus",
      paramLabel = "FILE",
      description =
          "Also write the latest batch in Prometheus text format, for the textfile collector of"
              + " node_exporter.")
  private Optional<Path> prometheus = Optional.empty();

  @Option(
      names = "--json-lines",
      paramLabel = "FILE",
      description =
          "Also append the batch's results to FILE, one JSON object per line, in place of those of the"
              + " same batch.")
  private Optional<Path> jsonLines = Optional.empty();

  @Option(
      names = "--export",
      paramLabel = "FILE",
      description = "Also write the whole history as a table: .csv or .parquet")
  private Optional<Path> export = Optional.empty();

  /** Fails if an output would overwrite an input, another output or a page that is no dashboard. */
  void requireNot(InputFiles inputs, Optional<Path> history) {
    Map<String, Path> files = new LinkedHashMap<>();
    history.ifPresent(file -> files.put("--history", file));
    jsonLines.ifPresent(file -> files.put("--json-lines", file));
    prometheus.ifPresent(file -> files.put("--prometheus", file));
    export.ifPresent(file -> files.put("--export", file));
    if (!noDashboard) {
      files.put("--dashboard", page(history));
    }
    inputs.requireDistinct(files);
    files.forEach((option, file) -> inputs.requireNot(option, file));
    export.ifPresent(Histories::requireExportable);
    if (!noDashboard && dashboard.isEmpty() && isForeign(page(history))) {
      throw new OutputException(
          page(history)
              + " is no dashboard of transcal, so it is not overwritten; choose a file with"
              + " --dashboard, or give --no-dashboard");
    }
  }

  /** Whether the dashboard is both requested and excluded. */
  boolean isContradictory() {
    return noDashboard && dashboard.isPresent();
  }

  /**
   * Writes the requested files, the dashboard last.
   *
   * @param tonight the results of this run
   * @param all the history, including this batch
   * @param history the file of the history, if there is one
   * @param command the command that reproduces the results
   * @param paths where to print the files' paths
   */
  void write(
      List<BatchResult> tonight,
      List<BatchResult> all,
      Optional<Path> history,
      String command,
      PrintStream paths) {
    jsonLines.ifPresent(
        file -> {
          BatchJson.append(file, tonight);
          paths.println("json lines  " + file);
        });
    prometheus.ifPresent(
        file -> {
          AtomicFile.write(file, PrometheusText.of(all).getBytes(StandardCharsets.UTF_8));
          paths.println("prometheus  " + file);
        });
    export.ifPresent(
        file -> {
          Histories.export(
              file,
              history
                  .filter(Files::isRegularFile)
                  .map(kept -> Histories.open(kept).read(Integer.MAX_VALUE))
                  .orElse(all));
          paths.println("export  " + file);
        });
    if (!noDashboard) {
      Path file = page(history);
      String html = MonitorDashboard.of(all).toHtml(command);
      AtomicFile.write(file, html.getBytes(StandardCharsets.UTF_8));
      paths.println("dashboard  " + file);
    }
  }

  private Path page(Optional<Path> history) {
    return dashboard.or(() -> history.map(MonitorOutputs::beside)).orElse(STANDARD);
  }

  private static boolean isForeign(Path file) {
    try {
      return Files.exists(file)
          && !Files.readString(file, StandardCharsets.ISO_8859_1).contains("id=\"report-data\"");
    } catch (IOException e) {
      throw ByteSource.unreadable(file, e);
    }
  }

  /** The page of a history. */
  private static Path beside(Path history) {
    String name = history.getFileName().toString();
    return history.resolveSibling(name.replaceFirst("\\.[^.]+$", "") + ".html");
  }
}
