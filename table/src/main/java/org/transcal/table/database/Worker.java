package org.transcal.table.database;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Properties;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.stream.Stream;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBDriver;

/**
 * The program that runs DuckDB: it executes the statements on its standard input and ends with it.
 *
 * <p>It uses only the JDK and DuckDB, which may crash it: see {@link Session}.
 */
final class Worker {
  private static final int AHEAD = 4;

  private final BlockingQueue<Block> requests = new ArrayBlockingQueue<>(AHEAD);
  private final OutputStream out = new FileOutputStream(FileDescriptor.out);
  private final DuckDBConnection connection;

  private Worker(DuckDBConnection connection) {
    this.connection = connection;
  }

  /** The JVM's temporary folder is this program's own. */
  public static void main(String[] args) throws Exception {
    File folder = new File(System.getProperty("java.io.tmpdir"));
    Properties settings = new Properties();
    settings.setProperty(DuckDBDriver.JDBC_STREAM_RESULTS, "true");
    Worker worker =
        new Worker((DuckDBConnection) new DuckDBDriver().connect("jdbc:duckdb:", settings));
    // The library, which has been loaded from there.
    deleteFiles(folder);
    Thread reader = new Thread(() -> worker.receive(folder));
    reader.setDaemon(true);
    reader.start();
    while (true) {
      worker.answer(worker.requests.take());
    }
  }

  /** At the end of the input, nobody waits for an answer any more. */
  private void receive(File folder) {
    try {
      DataInputStream in = new DataInputStream(new BufferedInputStream(System.in));
      while (true) {
        requests.put(Block.receive(in));
      }
    } catch (IOException | InterruptedException e) {
      deleteFiles(folder);
      folder.delete();
      Runtime.getRuntime().halt(0);
    }
  }

  /** Deletes what is in a folder, as far as possible. */
  static void deleteFiles(File folder) {
    File[] files = folder.listFiles();
    for (File file : files == null ? new File[0] : files) {
      file.delete();
    }
  }

  private void answer(Block request) throws IOException, InterruptedException {
    Block answer = new Block();
    try {
      switch (request.kind()) {
        case Block.STATEMENT -> execute(request, answer);
        case Block.APPEND -> append(request);
        default -> throw new IllegalArgumentException("unexpected block");
      }
      answer.send(Block.END, out);
    } catch (SQLException | RuntimeException | OutOfMemoryError e) {
      Block failure = new Block();
      failure.put(String.valueOf(e.getMessage()));
      failure.send(Block.FAILED, out);
    }
  }

  private void execute(Block request, Block answer) throws SQLException, IOException {
    try (PreparedStatement statement = connection.prepareStatement((String) request.get())) {
      for (int i = 1; request.hasMore(); i++) {
        Object[] texts = Stream.generate(request::get).limit((long) request.number()).toArray();
        statement.setArray(i, connection.createArrayOf("VARCHAR", texts));
      }
      if (statement.execute()) {
        try (ResultSet rows = statement.getResultSet()) {
          send(rows, answer);
        }
      }
    }
  }

  private void send(ResultSet rows, Block answer) throws SQLException, IOException {
    int columns = rows.getMetaData().getColumnCount();
    while (rows.next()) {
      for (int c = 1; c <= columns; c++) {
        answer.put(rows.getObject(c));
      }
      if (answer.isFull()) {
        answer.send(Block.ROWS, out);
      }
    }
    answer.send(Block.ROWS, out);
  }

  /** Appends the rows of the next blocks; after a failure, it still receives the others. */
  private void append(Block request) throws SQLException, InterruptedException {
    Block rows = request;
    try (DuckDBAppender appender =
        connection.createAppender((String) request.get(), "main", (String) request.get())) {
      int columns = (int) request.number();
      for (rows = requests.take(); rows.kind() == Block.ROWS; rows = requests.take()) {
        while (rows.hasMore()) {
          append(rows, columns, appender);
        }
      }
    } finally {
      while (rows.kind() != Block.END) {
        rows = requests.take();
      }
    }
  }

  private static void append(Block row, int columns, DuckDBAppender appender) throws SQLException {
    appender.beginRow();
    for (int c = 0; c < columns; c++) {
      Object value = row.get();
      if (value instanceof String text) {
        appender.append(text);
      } else if (value instanceof Double number) {
        appender.append(number);
      } else if (value instanceof Long number) {
        appender.append(number);
      } else {
        appender.appendNull();
      }
    }
    appender.endRow();
  }
}
