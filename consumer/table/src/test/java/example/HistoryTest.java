package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.monitoring.history.Histories;
import org.transcal.monitoring.Metric;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.BatchTime;
import org.transcal.monitoring.Reading;

/** A program that keeps batches in a database. */
class HistoryTest {
  @Test
  void givenNight_thenItIsReadBack(@TempDir Path folder) {
    BatchResult batch =
        new BatchResult(
            BatchTime.parse("2026-11-14"),
            Optional.empty(),
            2000,
            2000,
            List.of(new Reading(Metric.ACCURACY, 0.9, Optional.empty(), 0.9, 0.8)),
            List.of(),
            Optional.empty(),
            List.of(),
            Optional.empty(),
            1,
            List.of());
    Path file = folder.resolve("history.duckdb");
    Histories.open(file).write(List.of(batch), Optional.empty());
    Histories.export(folder.resolve("table/history.parquet"), List.of(batch));

    assertEquals(List.of(batch), Histories.open(file).read(1));
    assertEquals(List.of(batch), Histories.open(folder.resolve("table")).read(1));
  }
}
