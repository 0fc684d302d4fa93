package org.transcal.spark;

import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/** One quiet session for all tests of a run, stopped at its end. */
public final class LocalSpark implements BeforeAllCallback {
  private static final String KEY = "session";

  @Override
  public void beforeAll(ExtensionContext context) {
    context
        .getRoot()
        .getStore(Namespace.create(LocalSpark.class))
        .computeIfAbsent(KEY, key -> new Running(), Running.class);
  }

  /** The session. */
  public static SparkSession session() {
    return SparkSession.active();
  }

  /** Stops the session with the test run. */
  private static final class Running implements AutoCloseable {
    private final SparkSession session;

    Running() {
      session =
          SparkSession.builder()
              .master("local[2]")
              .appName("transcal tests")
              .config("spark.ui.enabled", "false")
              .config("spark.driver.host", "127.0.0.1")
              .config("spark.driver.bindAddress", "127.0.0.1")
              .config("spark.sql.shuffle.partitions", "2")
              .config("spark.default.parallelism", "2")
              .config("spark.sql.warehouse.dir", Path.of("target", "warehouse").toUri().toString())
              // Far less than the target rows of the larger tests, which must not be collected.
              .config("spark.driver.maxResultSize", "1m")
              .getOrCreate();
    }

    @Override
    public void close() {
      session.stop();
    }
  }
}
