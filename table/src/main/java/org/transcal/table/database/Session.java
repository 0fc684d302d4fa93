package org.transcal.table.database;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.duckdb.DuckDBDriver;

/**
 * A database in memory, in a process of its own, that can access its temporary folder and other
 * named files, but nothing else.
 *
 * <p>Files may come from anyone, and DuckDB is native code: a file that crashes it, keeps it busy
 * or uses up its memory costs that process only, and the next call throws an exception. One thread
 * at a time uses a session, and one statement runs at a time.
 */
public final class Session implements AutoCloseable {
  /** The property that says how many seconds DuckDB may take to send something, and its default. */
  static final String PATIENCE = "transcal.duckdb.seconds";

  private static final long DEFAULT_PATIENCE = 300;

  /** Starting a process takes half a second, so the next session on the same files reuses it. */
  private static final long IDLE_SECONDS = 10;

  /** Address space beyond DuckDB's own limit: for the JVM, the library, threads and buffers. */
  private static final long OVERHEAD = 3L << 30;

  /** Interrupting the command interrupts its processes, too; they end when it does. */
  private static final String LIMITED =
      "trap '' HUP INT TERM; ulimit -c 0; ulimit -v \"$0\" || :; exec \"$@\"";

  private static final String OPTIONS =
      "-XX:+UseSerialGC -Xmx256m -XX:CompressedClassSpaceSize=32m -XX:ReservedCodeCacheSize=48m"
          + " -XX:-UsePerfData -XX:+SuppressFatalErrorMessage";

  private static final Set<Session> IDLE = ConcurrentHashMap.newKeySet();

  static {
    // Processes end with this one and delete their folders; those of idle ones are gone before.
    Runtime.getRuntime().addShutdownHook(new Thread(() -> IDLE.forEach(Session::deleteFolder)));
  }

  private final List<Object> key;
  private final Path folder;
  private final Process process;
  private final DataInputStream in;
  private boolean isBusy;
  private boolean isKept;
  private volatile boolean isLate;

  private Session(List<Object> key, long bytes) throws IOException {
    this.key = key;
    this.folder = Files.createTempDirectory("transcal-");
    List<String> command = new ArrayList<>();
    if (File.separatorChar == '/') {
      command.addAll(List.of("sh", "-c", LIMITED, Long.toString((bytes + OVERHEAD) >> 10)));
    }
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(OPTIONS.split(" ")));
    command.addAll(List.of("-Djava.io.tmpdir=" + folder, "-cp"));
    command.add(jar(Worker.class) + File.pathSeparator + jar(DuckDBDriver.class));
    command.add(Worker.class.getName());
    this.process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    this.in = new DataInputStream(new BufferedInputStream(process.getInputStream(), Block.FULL));
  }

  private static String jar(Class<?> type) {
    URL place = type.getProtectionDomain().getCodeSource().getLocation();
    return Path.of(URI.create(place.toString())).toString();
  }

  /**
   * Opens a session.
   *
   * @param threads number of threads
   * @param bytes memory limit; beyond it, data go to the temporary folder
   * @param readable files and folders outside the temporary folder that may be accessed
   */
  public static Session open(int threads, long bytes, List<Path> readable) throws SQLException {
    List<Object> key = List.of(threads, bytes, readable);
    for (Session idle : IDLE) {
      if (idle.key.equals(key) && idle.process.isAlive() && IDLE.remove(idle)) {
        return idle;
      }
    }
    try {
      Session session = new Session(key, bytes);
      session.configure(threads, bytes, readable);
      return session;
    } catch (IOException | RuntimeException e) {
      throw new SQLException("DuckDB cannot be started: " + e.getMessage(), e);
    }
  }

  private void configure(int threads, long bytes, List<Path> readable) throws SQLException {
    List<Path> folders = new ArrayList<>(readable.stream().filter(Files::isDirectory).toList());
    folders.add(folder);
    List<Path> files = readable.stream().filter(path -> !folders.contains(path)).toList();
    String sql =
        Sql.of(
            "SET autoinstall_known_extensions = false; SET autoload_known_extensions = false;"
                + " SET allow_community_extensions = false; SET threads = %d;"
                + " SET memory_limit = '%dMiB'; SET temp_directory = %s; SET allowed_directories = %s;"
                + " SET allowed_paths = %s; SET enable_external_access = false;"
                + " SET lock_configuration = true",
            threads, bytes >> 20, Sql.text(folder), list(folders, "/"), list(files, ""));
    try {
      execute(sql);
    } catch (SQLException e) {
      end();
      throw e;
    }
  }

  private static String list(List<Path> paths, String end) {
    return paths.stream()
        .map(path -> Sql.text(path + end))
        .collect(Collectors.joining(", ", "[", "]"));
  }

  /** A file in the temporary folder. */
  public Path file(String name) {
    return folder.resolve(name);
  }

  /** Runs a statement. */
  public void execute(String sql, List<?>... parameters) throws SQLException {
    Rows rows = query(sql, parameters);
    while (rows.nextBlock()) {
      // Counts of rows.
    }
  }

  /**
   * The rows of a query, fetched as they are needed, before the next one.
   *
   * @param parameters lists of texts
   */
  public Rows query(String sql, List<?>... parameters) throws SQLException {
    while (isBusy) {
      receive();
    }
    Block request = new Block().put(sql);
    for (List<?> texts : parameters) {
      request.put(texts.size());
      texts.forEach(request::put);
    }
    send(request, Block.STATEMENT);
    return new Rows(this);
  }

  /** Appends rows to a table of the schema {@code main}. */
  public Appender append(String database, String table, int columns) throws SQLException {
    send(new Block().put(database).put(table).put(columns), Block.APPEND);
    return new Appender(this);
  }

  void send(Block block, char kind) throws SQLException {
    isBusy = true;
    timed(
        () -> {
          block.send(kind, process.getOutputStream());
          return null;
        });
  }

  /** The next block of rows or the end. */
  Block receive() throws SQLException {
    Block block = timed(() -> Block.receive(in));
    isBusy = block.kind() == Block.ROWS;
    if (block.kind() == Block.FAILED) {
      throw new SQLException(String.valueOf(block.get()));
    }
    return block;
  }

  private <T> T timed(Callable<T> transfer) throws SQLException {
    long seconds = Long.getLong(PATIENCE, DEFAULT_PATIENCE);
    Future<?> late = after(seconds, this::stop);
    try {
      return transfer.call();
    } catch (Exception e) {
      int status = process.destroyForcibly().onExit().join().exitValue();
      String crash = "DuckDB crashed with status %d, as damaged or hostile files can cause";
      String delay =
          "DuckDB sent nothing for %d s and was stopped; the JVM option -D%s=N changes that";
      throw new SQLException(
          isLate
              ? String.format(Locale.ROOT, delay, seconds, PATIENCE)
              : String.format(Locale.ROOT, crash, status),
          e);
    } finally {
      late.cancel(false);
    }
  }

  /** The process, for tests. */
  Process process() {
    return process;
  }

  private static Future<?> after(long seconds, Runnable task) {
    return CompletableFuture.runAsync(
        task, CompletableFuture.delayedExecutor(seconds, TimeUnit.SECONDS, Runnable::run));
  }

  private void stop() {
    isLate = true;
    process.destroyForcibly();
  }

  /** Lets the next session on the same files have this process after {@link #close}. */
  public void keep() {
    isKept = true;
  }

  @Override
  public void close() {
    if (!isKept || isBusy) {
      end();
      return;
    }
    isKept = false;
    IDLE.stream().skip(1).forEach(Session::endIfIdle);
    IDLE.add(this);
    after(IDLE_SECONDS, this::endIfIdle);
  }

  private void endIfIdle() {
    if (IDLE.remove(this)) {
      end();
    }
  }

  private void end() {
    process.destroyForcibly().onExit().join();
    deleteFolder();
  }

  private void deleteFolder() {
    Worker.deleteFiles(folder.toFile());
    folder.toFile().delete();
  }
}
