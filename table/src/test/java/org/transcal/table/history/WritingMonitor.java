package org.transcal.table.history;

import static org.transcal.monitoring.history.example.ExampleBatches.segment;
import static org.transcal.monitoring.history.example.ExampleBatches.whole;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.history.Histories;
import org.transcal.monitoring.history.History;

/**
 * Writes and rewrites batches until it is killed, and says which are written.
 *
 * <p>A batch's number of rows is the number of the write that wrote it.
 */
final class WritingMonitor {
  private WritingMonitor() {}

  /** Arguments: the history, the first batch, and the number of the first write. */
  public static void main(String[] args) throws InterruptedException {
    History history = Histories.open(Path.of(args[0]));
    int first = Integer.parseInt(args[1]);
    for (int write = Integer.parseInt(args[2]); ; write++) {
      // Every third write is of the batch before, again.
      String at = Integer.toString(first + write - (write % 3 == 2 ? 1 : 0));
      BatchResult batch = withRows(whole(at), write);
      history.write(
          List.of(batch, withRows(segment(at, "a"), write), withRows(segment(at, "b"), write)),
          Optional.empty());
      System.out.println(at + " " + write);
      if (write % 5 == 0) {
        history.read(1);
      }
      // The other's turn.
      Thread.sleep(20);
    }
  }

  private static BatchResult withRows(BatchResult batch, long rows) {
    return new BatchResult(
        batch.at(),
        batch.segment(),
        rows,
        rows,
        batch.readings(),
        batch.classes(),
        batch.auroc(),
        batch.features(),
        batch.realised(),
        batch.intervalFactor(),
        batch.alerts());
  }
}
