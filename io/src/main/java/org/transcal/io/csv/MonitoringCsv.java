package org.transcal.io.csv;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.OptionalDouble;
import org.transcal.accuracy.Chunk;
import org.transcal.accuracy.Monitoring;
import org.transcal.io.file.AtomicFile;

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
      text.append(CsvText.text(chunk.name()))
          .append(',')
          .append(number(chunk.rows()))
          .append(',')
          .append(chunk.accuracy().value())
          .append(',')
          .append(chunk.accuracy().interval().low())
          .append(',')
          .append(chunk.accuracy().interval().high())
          .append(',')
          .append(chunk.confidence())
          .append(',')
          .append(monitoring.lowerThreshold(chunk))
          .append(',')
          .append(number(monitoring.upperThreshold(chunk)))
          .append(',')
          .append(chunk.alert().word())
          .append('\n');
    }
    return text.toString();
  }

  private static String number(OptionalDouble threshold) {
    return threshold.isPresent() ? Double.toString(threshold.getAsDouble()) : "";
  }

  private static String number(double rows) {
    return rows == Math.rint(rows) ? Long.toString((long) rows) : Double.toString(rows);
  }
}
