package org.transcal.table.database;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.transcal.io.file.InputException;
import org.transcal.io.file.OutputException;

/**
 * A DuckDB file that several processes share.
 *
 * <p>DuckDB locks a file per process: one writer, or any number of readers. The file is therefore
 * open only as long as a {@link Work} needs it, and a process that finds it locked waits for its
 * turn, up to a limit.
 *
 * <p>A killed writer leaves its last transactions in {@code FILE.wal}, which DuckDB reads with the
 * file and merges into it at the next write: the two belong together.
 *
 * @param file need not exist
 * @param patience how long to wait for other processes
 */
public record Database(Path file, Duration patience) {
  /** What SQL calls it while it is open. */
  public static final String NAME = "history";

  /** How long to wait for other processes by default. */
  public static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final long FIRST_PAUSE_MILLIS = 5;
  private static final long LONGEST_PAUSE_MILLIS = 40;

  /** Whether the file exists. */
  public boolean exists() {
    return Files.exists(file);
  }

  /** Reads from an existing file. */
  public <T> T read(Work<T> work) {
    try {
      return open(true, work);
    } catch (SQLException e) {
      throw InputException.in(
          file,
          "cannot be read as a DuckDB database (%s); if it is damaged, restore a copy together with"
              + " its %s.wal, if there is one",
          Reasons.of(e),
          file.getFileName());
    }
  }

  /** Writes to an existing file, in one transaction. */
  public <T> T write(Work<T> work) {
    try {
      return open(false, work);
    } catch (SQLException e) {
      throw new OutputException(file + ": cannot be written: " + Reasons.of(e));
    }
  }

  /**
   * Creates a file together with its first content, or not at all.
   *
   * <p>If another process creates it first, that file is kept.
   */
  public void create(Work<Void> content) {
    Path folder = file.toAbsolutePath().getParent();
    Path draft =
        folder.resolve("." + file.getFileName() + "-" + ProcessHandle.current().pid() + ".new");
    try {
      Files.createDirectories(folder);
      Files.deleteIfExists(draft);
      new Database(draft, patience).write(content);
      try {
        // Unlike a move, a link never replaces.
        Files.createLink(file, draft);
      } catch (UnsupportedOperationException noLinks) {
        Files.move(draft, file);
      }
    } catch (FileAlreadyExistsException faster) {
      // Another process created it.
    } catch (IOException e) {
      throw new OutputException(file, e);
    } finally {
      delete(draft);
    }
  }

  private static void delete(Path draft) {
    try {
      Files.deleteIfExists(draft);
    } catch (IOException e) {
      // A small hidden file is left over; the failure that led here says more.
    }
  }

  private <T> T open(boolean readOnly, Work<T> work) throws SQLException {
    Path path = file.toAbsolutePath();
    try (Session session = Session.open(1, 1L << 29, List.of(path, Path.of(path + ".wal")))) {
      attach(session, readOnly);
      session.execute("BEGIN");
      T result = work.with(session);
      session.execute("COMMIT");
      session.execute("DETACH " + NAME);
      session.keep();
      return result;
    }
  }

  /** Attached and never used as the default, its views and macros replace nothing. */
  private void attach(Session session, boolean readOnly) throws SQLException {
    String options = " (TYPE duckdb" + (readOnly ? ", READ_ONLY)" : ")");
    String sql = "ATTACH " + Sql.text(file.toAbsolutePath()) + " AS " + NAME + options;
    long deadline = System.nanoTime() + patience.toNanos();
    for (long pause = FIRST_PAUSE_MILLIS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS)) {
      try {
        session.execute(sql);
        return;
      } catch (SQLException e) {
        if (!Reasons.isLock(e)) {
          throw e;
        }
        if (System.nanoTime() > deadline) {
          throw new OutputException(
              file
                  + ": another program has had it open for "
                  + patience.toSeconds()
                  + " s"
                  + Reasons.holder(e)
                  + "; close it there, or use a copy of the file there, and run this again");
        }
        sleep(pause);
      }
    }
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new OutputException("Interrupted while waiting for a database file");
    }
  }
}
