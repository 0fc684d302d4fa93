package org.transcal.table.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.transcal.cli.testing.CommandRun;
import org.transcal.cli.testing.OutputFiles;
import org.transcal.io.LoadedTask;
import org.transcal.io.PredictionScale;
import org.transcal.io.table.TableColumns;
import org.transcal.io.table.Tables;

/** Tables of two classes with one column of scores, and of training rows with predictions. */
class BinaryTableTest {
  @TempDir private Path folder;
  private Path file;

  /** score is the log odds of class 1; z_0 and z_1 are the same as two columns. */
  @BeforeEach
  void makeTable() throws SQLException {
    file = folder.resolve("scores.parquet");
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute(
          "COPY (SELECT i AS id, ['source_train', 'source_val', 'target'][1 + i % 3] AS split,"
              + " 3 * sin(i) AS score, 1 / (1 + exp(-score)) AS p, 1 - p AS q,"
              + " 0.0::DOUBLE AS z_0, score AS z_1, sin(7 * i) < score AS positive,"
              + " CASE WHEN positive THEN 'spam' ELSE 'ham' END AS name,"
              + " positive::INTEGER AS label, cos(i) AS f_0, sin(2 * i) AS f_1"
              + " FROM range(600) t(i)) TO '"
              + file
              + "'");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "score, label, LOGITS",
    "score, positive, LOGITS",
    "score, name, LOGITS",
    "p, label, PROBABILITIES"
  })
  void givenOneColumn_thenTheTaskIsThatOfTwo(String column, String label, PredictionScale scale) {
    LoadedTask one = task(column, scale, label);
    LoadedTask two = task(scale == PredictionScale.LOGITS ? "z_0,z_1" : "q,p", scale, "label");

    assertThat(one.task()).isEqualTo(two.task());
    assertThat(one.targetLabels()).isEqualTo(two.targetLabels());
    assertThat(one.classNames())
        .isEqualTo(label.equals("name") ? List.of("ham", "spam") : List.of());
  }

  @ParameterizedTest
  @CsvSource({"yes, no", "no, yes", "true, false", "True, False", "t, f", "f, t"})
  void givenLabelsThatLookBoolean_thenTheColumnsNameThem(String first, String second)
      throws IOException {
    Path csv =
        Files.writeString(
            folder.resolve("named.csv"),
            String.join(
                "\n",
                "label,logit_" + first + ",logit_" + second,
                first + ",2,-2",
                second + ",-1,1",
                first + ",3,-1",
                ",0,1",
                ""));

    CommandRun run =
        CommandRun.done("evaluate", csv, "--label", "label", "--logits", "logit_*", "--json");

    assertThat(accuracy(run)).isEqualTo(1);
    assertThat(run.err()).contains("1 of 4 labels are -1").doesNotContain("alphabetical");
  }

  @Test
  void givenOneScoreAndTextsThatLookBoolean_thenAWarningTellsTheirOrder() throws IOException {
    Path csv =
        Files.writeString(folder.resolve("one.csv"), "label,score\nyes,3\nno,-2\nyes,1\nno,-1\n");

    CommandRun run =
        CommandRun.done("evaluate", csv, "--label", "label", "--scores", "score", "--json");

    assertThat(run.err()).contains("classes are taken in alphabetical order: no, yes");
    assertThat(accuracy(run)).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "logit_true, logit_false, ''",
    "logit_0, logit_1, ''",
    "logit_bad, logit_good, false is class 0 (bad) and true is class 1 (good)"
  })
  void givenRealBooleans_thenFalseAndTrueAreThoseNamesElse0And1(
      String first, String second, String warning) throws SQLException {
    Path parquet = folder.resolve("booleans.parquet");
    String own = first.endsWith("true") ? "label" : "NOT label";
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute(
          "COPY (SELECT i < 10 AS label, CASE WHEN %s THEN 2 ELSE -2 END AS %s, -%s AS %s FROM range(30) t(i)) TO '%s'"
              .formatted(own, first, first, second, parquet));
    }

    CommandRun run =
        CommandRun.done("evaluate", parquet, "--label", "label", "--logits", "logit_*", "--json");

    assertThat(accuracy(run)).isEqualTo(1);
    assertThat(run.err()).contains(warning);
  }

  @Test
  void givenProbabilitiesAsScores_thenAWarningNamesTheOption() {
    assertThat(task("p", PredictionScale.LOGITS, "label").warnings())
        .contains(
            "all target_logits are within 0 … 1: these look like probabilities; add"
                + " --probabilities");
  }

  @Test
  void givenTrainingRowsWithPredictions_thenTheyAreInTheTask() {
    assertThat(task("z_0,z_1", PredictionScale.LOGITS, "label").task().sourceTraining())
        .hasValueSatisfying(train -> assertThat(train.rows()).isEqualTo(200));
  }

  @Test
  void givenOneColumn_thenCommandsGiveTheResultsOfTwo() throws Exception {
    for (String name : List.of("one", "two")) {
      String logits = name.equals("one") ? "score" : "z_0,z_1";
      Path out = folder.resolve(name);
      Object[] columns = {"--scores", logits, "--label", "label", "--where", "split = 'target'"};
      CommandRun.done(
          words(
              "fit",
              file,
              columns[0],
              logits,
              "--label",
              "label",
              "--split",
              "split",
              "--method",
              "temperature",
              "--out",
              out));
      CommandRun evaluated = CommandRun.done(words("evaluate", file, columns, "--json"));
      Files.writeString(folder.resolve(name + ".json"), evaluated.out());
      CommandRun.done(
          "apply",
          out.resolve("model.json"),
          file,
          "--logits",
          logits,
          "--id",
          "id",
          "--out",
          folder.resolve(name + ".npy"),
          "--out-table",
          folder.resolve(name + ".csv"));
    }

    assertThat(folder.resolve("one.json")).hasSameTextualContentAs(folder.resolve("two.json"));
    assertThat(folder.resolve("one.csv")).hasSameTextualContentAs(folder.resolve("two.csv"));
    assertThat(Files.readAllLines(folder.resolve("one.csv"))).hasSize(601);
    assertThat(folder.resolve("one.npy")).hasSameBinaryContentAs(folder.resolve("two.npy"));
  }

  private static double accuracy(CommandRun run) {
    String metric = run.out().substring(run.out().indexOf("\"accuracy\": {"));
    return OutputFiles.number(metric, "value");
  }

  private static Object[] words(Object... parts) {
    return java.util.Arrays.stream(parts)
        .flatMap(
            part ->
                part instanceof Object[] several
                    ? List.of(several).stream()
                    : List.of(part).stream())
        .toArray();
  }

  private LoadedTask task(String predictions, PredictionScale scale, String label) {
    TableColumns columns =
        new TableColumns(
            predictions,
            scale,
            Optional.of(label),
            Optional.of("f_*"),
            Optional.of("split"),
            TableColumns.SETS,
            Optional.empty(),
            Optional.empty());
    return Tables.open(file.toString(), columns).task();
  }
}
