package org.transcal.cli.option;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import org.transcal.cli.file.InputFiles;
import org.transcal.io.file.AtomicFile;
import picocli.CommandLine.Option;

/** {@code --report}. */
public final class ReportFile {
  @Option(names = "--report", paramLabel = "FILE", description = "Also write an HTML report.")
  private Optional<Path> file = Optional.empty();

  /** Fails if the report would overwrite an input. */
  public void requireNot(InputFiles inputs) {
    inputs.requireNot("--report", file);
  }

  /** Writes the report if requested, and prints its path. */
  public void write(Supplier<String> html, PrintStream paths) {
    file.ifPresent(
        path -> {
          AtomicFile.write(path, html.get().getBytes(StandardCharsets.UTF_8));
          paths.println("report  " + path);
        });
  }
}
