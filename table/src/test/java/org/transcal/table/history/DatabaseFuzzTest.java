package org.transcal.table.history;

import static org.transcal.monitoring.history.example.ExampleBatches.segment;
import static org.transcal.monitoring.history.example.ExampleBatches.whole;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.transcal.io.example.HostileInputs;
import org.transcal.io.example.HostileReader;
import org.transcal.monitoring.history.Histories;

/**
 * Hostile databases of batches: the process of DuckDB may crash, this one reads or refuses them.
 */
class DatabaseFuzzTest extends HostileReader {
  /** One name, so that one process reads them all until it crashes. */
  private static final Path FILE = Path.of("target/fuzz.duckdb");

  private static final int COUNT = 15;

  private static final HostileInputs INPUTS =
      new HostileInputs(
          "x.duckdb",
          source -> {
            try (InputStream in = source.stream(0, source.size())) {
              Files.write(FILE, in.readAllBytes());
              Histories.open(FILE).read(1);
            }
          });

  DatabaseFuzzTest() {
    super(INPUTS, List.of(seed()), HostileInputs.words("DUCK", "\377\377\377\377"), COUNT);
  }

  private static byte[] seed() {
    try {
      Path folder = Files.createTempDirectory("fuzz");
      Path file = folder.resolve("h.duckdb");
      Histories.open(file).write(List.of(whole("1"), segment("1", "a")), Optional.empty());
      byte[] bytes = Files.readAllBytes(file);
      Files.delete(file);
      Files.delete(folder);
      return bytes;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
