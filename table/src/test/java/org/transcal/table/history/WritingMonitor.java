package org.transcal.table.history;

import static org.transcal.io.example.ExampleNights.segment;
import static org.transcal.io.example.ExampleNights.whole;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.transcal.io.history.Histories;
import org.transcal.io.history.History;
import org.transcal.monitoring.Night;

/**
 * Writes and rewrites nights until it is killed, and says which are written.
 *
 * <p>A night's number of rows is the number of the write that wrote it.
 */
final class WritingMonitor {
  private WritingMonitor() {}

  /** Arguments: the history, the first night, and the number of the first write. */
  public static void main(String[] args) throws InterruptedException {
    History history = Histories.open(Path.of(args[0]));
    int first = Integer.parseInt(args[1]);
    for (int write = Integer.parseInt(args[2]); ; write++) {
      // Every third write is of the night before, again.
      String at = Integer.toString(first + write - (write % 3 == 2 ? 1 : 0));
      Night night = withRows(whole(at), write);
      history.write(
          List.of(night, withRows(segment(at, "a"), write), withRows(segment(at, "b"), write)),
          Optional.empty());
      System.out.println(at + " " + write);
      if (write % 5 == 0) {
        history.read(1);
      }
      // The other's turn.
      Thread.sleep(20);
    }
  }

  private static Night withRows(Night night, long rows) {
    return new Night(
        night.at(),
        night.segment(),
        rows,
        rows,
        night.readings(),
        night.classes(),
        night.auroc(),
        night.features(),
        night.realised(),
        night.intervalFactor(),
        night.alerts());
  }
}
