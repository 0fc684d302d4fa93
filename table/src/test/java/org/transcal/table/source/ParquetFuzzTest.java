package org.transcal.table.source;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.transcal.io.PredictionScale;
import org.transcal.io.array.BlockSize;
import org.transcal.io.array.RowBlocks;
import org.transcal.io.example.HostileInputs;
import org.transcal.io.example.HostileReader;
import org.transcal.io.table.Table;
import org.transcal.io.table.TableColumns;

/** Hostile Parquet files: the process of DuckDB may crash, this one reads or refuses them. */
class ParquetFuzzTest extends HostileReader {
  /** One name, so that one process reads them all until it crashes. */
  private static final Path FILE = Path.of("target/fuzz.parquet");

  private static final int COUNT = 30;

  private static final TableColumns COLUMNS =
      new TableColumns(
          "logit_*",
          PredictionScale.LOGITS,
          Optional.empty(),
          Optional.empty(),
          Optional.of("label"),
          TableColumns.SETS,
          Optional.empty(),
          Optional.of("id"));

  private static final HostileInputs INPUTS =
      new HostileInputs(
          "x.parquet",
          source -> {
            try (InputStream in = source.stream(0, source.size())) {
              Files.write(FILE, in.readAllBytes());
              read(FILE);
            }
          });

  ParquetFuzzTest() {
    super(INPUTS, List.of(seed()), HostileInputs.words("PAR1", "\377\377\377\377"), COUNT);
  }

  private static void read(Path file) {
    Table table = new DuckDbReader().open(file.toString(), COLUMNS);
    try (RowBlocks rows = table.predictions(BlockSize.ofRows(64))) {
      while (rows.next().isPresent()) {
        // All of them.
      }
    }
  }

  private static byte[] seed() {
    try {
      return Files.readAllBytes(Path.of("src/test/resources/hostile/seed.parquet"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
