package org.transcal.table.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a session survives, and what it may not do. */
class SessionTest {
  private static final long MEMORY = 1L << 28;

  @TempDir private Path folder;

  @AfterEach
  void forgetPatience() {
    System.clearProperty(Session.PATIENCE);
  }

  private Session open() throws SQLException {
    return Session.open(1, MEMORY, List.of(folder));
  }

  @Test
  void givenValuesOfAllTypes_thenTheyArriveInOrder() throws Exception {
    try (Session session = open()) {
      Rows rows =
          session.query(
              "SELECT 1.5::DOUBLE, 0.1::FLOAT, 7, 'it''s ½' || chr(0), NULL, 'nan'::DOUBLE, ?[2]",
              List.of("a", "b"));

      assertThat(rows.next()).isTrue();
      assertThat(List.of(rows.get(), rows.get(), rows.get(), rows.get()))
          .containsExactly(1.5, 0.1f, 7L, "it's ½\0");
      assertThat(rows.get()).isNull();
      assertThat(rows.number()).isNaN();
      assertThat(rows.wasNull()).isFalse();
      assertThat(rows.get()).isEqualTo("b");
      assertThat(rows.next()).isFalse();
    }
  }

  @Test
  void givenMoreRowsThanABlockHolds_thenAllArrive() throws Exception {
    try (Session session = open()) {
      session.execute("CREATE TABLE t (n BIGINT, s VARCHAR)");
      Appender appender = session.append("memory", "t", 2);
      for (long i = 0; i < 100_000; i++) {
        appender.add(i, i % 3 == 0 ? null : "row");
      }
      appender.finish();

      Rows rows = session.query("SELECT n, s FROM t ORDER BY n");
      for (long i = 0; i < 100_000; i++) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.get()).isEqualTo(i);
        assertThat(rows.get()).isEqualTo(i % 3 == 0 ? null : "row");
      }
      assertThat(rows.next()).isFalse();
    }
  }

  @Test
  void givenRowsThatCannotBeAppended_thenTheSessionGoesOn() throws Exception {
    try (Session session = open()) {
      Appender appender = session.append("memory", "missing", 1);
      appender.add("SELECT 1");

      assertThatThrownBy(appender::finish).isInstanceOf(SQLException.class);
      assertThat(session.query("SELECT 1").next()).isTrue();
    }
  }

  @Test
  void givenACrash_thenItIsAnException() throws Exception {
    try (Session session = open()) {
      session.execute("SELECT 1");
      session.process().destroyForcibly();

      assertThatThrownBy(() -> session.execute("SELECT 1"))
          .isInstanceOf(SQLException.class)
          .hasMessage("DuckDB crashed with status 137, as damaged or hostile files can cause");
    }
  }

  @Test
  void givenAQueryWithoutEnd_thenItIsStopped() throws Exception {
    try (Session session = open()) {
      System.setProperty(Session.PATIENCE, "1");

      assertThatThrownBy(
              () ->
                  session.execute(
                      "SELECT sum(a.i * b.i) FROM range(9000000000) a(i), range(9000000000) b(i)"))
          .isInstanceOf(SQLException.class)
          .hasMessageStartingWith("DuckDB sent nothing for 1 s and was stopped");
    }
  }

  @Test
  void givenTooLittleMemory_thenTheQueryFails() throws Exception {
    try (Session session = open()) {
      assertThatThrownBy(() -> session.execute("SELECT list(i) FROM range(1000000000) t(i)"))
          .isInstanceOf(SQLException.class);
    }
  }

  @Test
  void givenAClosedSession_thenItsFolderIsGone() throws Exception {
    Path temporary;
    try (Session session = open()) {
      temporary = session.file("x").getParent();
      session.execute("COPY (SELECT 1) TO '" + session.file("x.parquet") + "'");
      assertThat(temporary).isDirectory();
    }

    assertThat(temporary).doesNotExist();
  }

  @Test
  void givenOtherFiles_thenTheyCannotBeReached() throws Exception {
    Path other = Files.writeString(Files.createTempFile("other", ".csv"), "a\n1\n");
    try (Session session = Session.open(1, MEMORY, List.of(other.resolveSibling("named.csv")))) {
      for (String sql :
          List.of(
              "SELECT * FROM '" + other + "'",
              "ATTACH '" + other + "x'",
              "COPY (SELECT 1) TO '" + other + "'",
              "SET memory_limit = '9GB'",
              "INSTALL httpfs",
              "LOAD httpfs")) {
        assertThatThrownBy(() -> session.execute(sql)).as(sql).isInstanceOf(SQLException.class);
      }
    } finally {
      Files.delete(other);
    }
  }
}
