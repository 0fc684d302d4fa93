package org.transcal.table.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.cli.testing.CommandRun;
import org.transcal.io.LoadedTask;
import org.transcal.io.PredictionScale;
import org.transcal.io.TaskFiles;
import org.transcal.io.table.TableColumns;
import org.transcal.io.table.Tables;

/** A table gives the same results as the arrays it was made of. */
class TableCommandTest {
  private static final String[] COLUMNS = {
    "--split", "split", "--label", "label", "--logits", "logit_*", "--features", "f_*"
  };

  private static final String[] NAMED = {
    "--split", "split", "--label", "name", "--logits", "l_*", "--features", "f_*"
  };

  @TempDir private Path folder;
  private ExampleTable table;
  private Path arrays;

  @BeforeEach
  void makeTable() throws Exception {
    make(false);
  }

  private void make(boolean isSingle) throws Exception {
    table = ExampleTable.make(isSingle);
    arrays = folder.resolve("scores.npz");
    table.writeArrays(arrays);
  }

  @AfterEach
  void close() throws Exception {
    table.close();
  }

  private static Object[] words(Object... parts) {
    List<Object> words = new ArrayList<>();
    for (Object part : parts) {
      words.addAll(part instanceof Object[] several ? List.of(several) : List.of(part));
    }
    return words.toArray();
  }

  private static TableColumns columns(String options) {
    List<String> words = List.of(options.split(" "));
    return new TableColumns(
        words.get(1),
        PredictionScale.LOGITS,
        Optional.of(words.get(3)),
        Optional.of(words.get(5)),
        Optional.of("split"),
        TableColumns.SETS,
        Optional.empty(),
        Optional.empty());
  }

  /** Without the name of the task's file, which commands for the next step repeat. */
  private static String json(Object... parts) {
    return CommandRun.withoutSeconds(CommandRun.done(words(parts)).out())
        .replaceAll("scores\\.(npz|parquet)", "scores");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void givenParquet_thenFitGivesTheBytesOfTheArrays(boolean isSingle) throws Exception {
    table.close();
    make(isSingle);
    Path parquet = table.write("SELECT * FROM wide", folder.resolve("scores.parquet"));
    Path a = folder.resolve("a");
    Path b = folder.resolve("b");

    String expected = json("fit", arrays, "--json", "--out", a);
    String actual = json("fit", parquet, COLUMNS, "--json", "--out", b);

    assertThat(actual).isEqualTo(expected).contains("\"temperature\"", "\"target\"");
    String probabilities = "target_probabilities.npy";
    assertThat(b.resolve(probabilities)).hasSameBinaryContentAs(a.resolve(probabilities));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "scores.parquet|--logits l_* --label name --features features",
        "scores.parquet|--logits l_cow,l_ant,l_bee,l_emu,l_dog --label name --features f_*",
        "scores.parquet|--logits logits --label label --features features",
        "scores.csv|--logits logit_* --label label --features f_*",
        "scores.tsv|--logits l_* --label name --features f_*",
        "scores.jsonl|--logits logits --label label --features features",
        "scores.csv.gz|--logits logit_* --label label --features f_*",
      })
  void givenOtherFormsOfTheTable_thenTheTaskIsTheSame(String name, String columns)
      throws Exception {
    String query =
        name.contains("sv") ? "SELECT * EXCLUDE (logits, features) FROM wide" : "FROM wide";
    Path file = folder.resolve(name);
    if (name.endsWith("jsonl")) {
      Files.move(table.write(query, folder.resolve("scores.json")), file);
    } else if (name.endsWith("tsv")) {
      table.execute("COPY (" + query + ") TO '" + file + "' (DELIMITER '\t')");
    } else {
      table.write(query, file);
    }

    LoadedTask actual = Tables.open(file.toString(), columns(columns)).task();

    assertThat(actual.task()).isEqualTo(TaskFiles.load(arrays).task());
    assertThat(actual.targetLabels()).isEqualTo(TaskFiles.load(arrays).targetLabels());
  }

  @ParameterizedTest
  @ValueSource(strings = {"parts", "parts/*.parquet", "parts/part-?.parquet"})
  void givenSeveralFiles_thenTheirRowsAreOneTable(String name) throws Exception {
    Path parts = Files.createDirectory(folder.resolve("parts"));
    table.write("FROM wide WHERE split != 'target'", parts.resolve("part-1.parquet"));
    table.write("FROM wide WHERE split = 'target'", parts.resolve("part-2.parquet"));

    LoadedTask actual =
        Tables.open(
                folder.resolve(name).toString(),
                columns("--logits logit_* --label label --features f_*"))
            .task();

    assertThat(actual.task().renamed("scores")).isEqualTo(TaskFiles.load(arrays).task());
  }

  @Test
  void givenOtherNamesOfSetsAndACondition_thenOnlyThoseRowsAreUsed() throws Exception {
    Path file =
        table.write(
            "SELECT * REPLACE (upper(split) AS split), 1 AS day FROM wide UNION ALL"
                + " SELECT * REPLACE (upper(split) AS split, -logit_0 AS logit_0), 2 AS day FROM wide",
            folder.resolve("scores.parquet"));

    String actual =
        json(
            "estimate",
            file,
            COLUMNS,
            "--sets",
            "SOURCE_TRAIN,SOURCE_VAL,TARGET",
            "--where",
            "day = 1 AND label >= 0",
            "--json");

    assertThat(actual).isEqualTo(json("estimate", arrays, "--json"));
  }

  @Test
  void givenRowsOfNoSet_thenAWarningNamesTheirValuesAndCounts() throws Exception {
    Path file =
        table.write(
            "SELECT * REPLACE (CASE id WHEN 'target/0' THEN 'test' WHEN 'target/1' THEN 'Target'"
                + " WHEN 'target/2' THEN NULL WHEN 'target/3' THEN 'test' ELSE split END AS split)"
                + " FROM wide",
            folder.resolve("scores.parquet"));

    CommandRun run = CommandRun.done(words("estimate", file, COLUMNS));
    CommandRun complete =
        CommandRun.done(words("estimate", table.write("FROM wide", file), COLUMNS));

    assertThat(run.err())
        .contains(
            file
                + ": 4 rows are in none of the sets source_train, source_val, target and not used:"
                + " \"test\" (2), \"Target\" (1), \"\" (1)");
    assertThat(complete.err()).doesNotContain("none of the sets");
  }

  @Test
  void givenATable_thenEvaluateEqualsArrays() throws Exception {
    Path file = table.write("FROM wide", folder.resolve("scores.parquet"));

    String actual =
        json(
            "evaluate",
            file,
            "--logits",
            "l_*",
            "--label",
            "name",
            "--where",
            "split = 'target'",
            "--positive",
            ExampleTable.NAMES.get(1),
            "--json");

    assertThat(actual)
        .contains("\"auroc\"", "\"name\": \"" + ExampleTable.NAMES.get(1) + "\"")
        .isEqualTo(json("evaluate", arrays, "--positive", "1", "--json"));
  }

  @Test
  void givenSeveralTables_thenEvaluateComparesThem() throws Exception {
    Path first = table.write("FROM wide WHERE split = 'target'", folder.resolve("a.parquet"));
    Path second = table.write("FROM wide WHERE split = 'source_val'", folder.resolve("b.csv"));

    String both = json("evaluate", first, second, "--logits", "l_*", "--label", "name", "--json");

    assertThat(both)
        .contains("\"evaluations\": [", "\"name\": \"" + first, "\"name\": \"" + second);
  }

  @Test
  void givenUnknownLabels_thenEvaluateLeavesThemOut() throws Exception {
    Path file =
        table.write(
            "SELECT * REPLACE (CASE WHEN label > 0 THEN label / 1 ELSE 'NaN'::DOUBLE END AS label)"
                + " FROM wide WHERE split = 'target'",
            folder.resolve("scores.parquet"));

    CommandRun run =
        CommandRun.done("evaluate", file, "--logits", "logit_*", "--label", "label", "--json");

    assertThat(run.err()).contains("labels are -1; those rows are left out");
  }

  @ParameterizedTest
  @ValueSource(strings = {"parquet", "csv"})
  void givenApply_thenResultsAreATableWithTheIds(String extension) throws Exception {
    CommandRun.done("fit", arrays, "--out", folder.resolve("fit"));
    Path file = table.write("FROM wide", folder.resolve("scores.parquet"));
    Path out = folder.resolve("out." + extension);
    Path fitted = folder.resolve("fitted." + extension);

    CommandRun.done(
        "apply",
        folder.resolve("fit/model.json"),
        file,
        "--logits",
        "l_*",
        "--where",
        "split = 'target'",
        "--id",
        "id",
        "--out-table",
        out);
    CommandRun.done(
        words(
            "fit",
            file,
            "--split",
            "split",
            "--label",
            "name",
            "--logits",
            "l_*",
            "--features",
            "f_*",
            "--id",
            "id",
            "--out",
            folder.resolve("again"),
            "--out-table",
            fitted));

    assertThat(fitted).hasSameBinaryContentAs(out);
    Path text = table.write("FROM '" + out + "'", folder.resolve("text.csv"));
    List<String> lines = Files.readAllLines(text);
    assertThat(lines).hasSize(401);
    assertThat(lines.get(0)).isEqualTo("id,prediction,confidence,calibrated_confidence");
    assertThat(lines.get(1)).matches("target/0,(cow|ant|bee|emu|dog),0\\.\\d+,0\\.\\d+");
  }

  @Test
  void givenTablesOfNights_thenMonitorEqualsArrays() throws Exception {
    Path file =
        table.write(
            "SELECT *, TIMESTAMP '2026-11-13 22:00:00' + INTERVAL (length(id) - 8) HOUR AS seen"
                + " FROM wide",
            folder.resolve("scores.parquet"));
    Path a = folder.resolve("a.npz");
    Path b = folder.resolve("b.npz");
    Object[] quick = {"--method", "temperature"};
    CommandRun.done(words("reference", arrays, quick, "--out", a));
    CommandRun.done(words("reference", file, NAMED, quick, "--out", b));

    CommandRun expected =
        CommandRun.of("monitor", a, arrays, "--at", "2026-11-14", "--json", "--no-dashboard");
    CommandRun actual =
        CommandRun.of(
            words("monitor", b, file, COLUMNS, "--at", "2026-11-14", "--json", "--no-dashboard"));
    CommandRun batches =
        CommandRun.of(
            words(
                "monitor",
                a,
                file,
                COLUMNS,
                "--time-column",
                "seen",
                "--segment",
                "name",
                "--json",
                "--no-dashboard"));

    assertThat(expected.status()).isIn(0, 5);
    assertThat(actual).isEqualTo(expected);
    assertThat(batches.out()).contains("\"at\":\"2026-11-13\"", "\"at\":\"2026-11-14\"", "bee");
  }
}
