package org.transcal.table.history;

import static org.transcal.monitoring.history.example.ExampleBatches.whole;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.transcal.table.database.Database;
import org.transcal.table.database.Work;

/** A program that has a history open until it is told to close it, or that dies at once. */
final class OtherProgram {
  private OtherProgram() {}

  /** Arguments: the history, and {@code read}, {@code write} or {@code die}. */
  public static void main(String[] args) {
    Path file = Path.of(args[0]);
    Database database = new Database(file, Database.PATIENCE);
    Work<Void> hold =
        session -> {
          if (args[1].equals("die")) {
            new BatchTable(file, session).write(List.of(whole("2")), Optional.empty());
            session.execute("COMMIT");
            session.execute("BEGIN");
            new BatchTable(file, session).write(List.of(whole("3")), Optional.empty());
            Runtime.getRuntime().halt(9);
          }
          System.out.println("open");
          try {
            System.in.read();
          } catch (IOException closed) {
            // Then it is time.
          }
          return null;
        };
    if (args[1].equals("read")) {
      database.read(hold);
    } else {
      database.write(hold);
    }
  }
}
