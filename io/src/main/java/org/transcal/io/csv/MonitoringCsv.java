package org.transcal.io.csv;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.OptionalDouble;
import org.transcal.io.file.AtomicFile;
import org.transcal.monitoring.chunk.Monitoring;
import org.transcal.monitoring.chunk.Monitoring.Chunk;

/**
 * Estimates over chunks of target rows as a table, one line per chunk; without an upper threshold
 * its cell is empty.
 */
public final class MonitoringCsv {
  private static final String COLUMNS =
      "chunk,rows,accuracy,low,high,confidence,lower_threshold,upper_threshold,alert\n";

  private MonitoringCsv() {}

  /** Writes the table, whole or not at all. */
  public static void write(Path file, Monitoring monitoring) {
    AtomicFile.write(file, text(monitoring).getBytes(StandardCharsets.UTF_8));
  }

  /** The table as text. */
  public static String text(Monitoring monitoring) {
    StringBuilder text = new StringBuilder(COLUMNS);
    for (Chunk chunk : monitoring.chunks()) {
      OptionalDouble upper = monitoring.upperThreshold(chunk);
      text.append(
              String.join(
                  ",",
                  CsvText.printable(chunk.name()),
                  count(chunk.rows()),
                  CsvText.number(chunk.accuracy().value()),
                  CsvText.number(chunk.accuracy().interval().low()),
                  CsvText.number(chunk.accuracy().interval().high()),
                  CsvText.number(chunk.confidence()),
                  CsvText.number(monitoring.lowerThreshold(chunk)),
                  upper.isPresent() ? CsvText.number(upper.getAsDouble()) : "",
                  chunk.alert().word()))
          .append('\n');
    }
    return text.toString();
  }

  private static String count(double rows) {
    return rows == Math.rint(rows) ? Long.toString((long) rows) : CsvText.number(rows);
  }
}
