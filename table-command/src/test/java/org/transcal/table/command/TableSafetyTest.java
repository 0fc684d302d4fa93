package org.transcal.table.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.cli.testing.CommandRun;

/** Tables and options that are wrong. */
class TableSafetyTest {
  @TempDir private Path folder;
  private ExampleTable table;

  @BeforeEach
  void makeTable() throws Exception {
    table = ExampleTable.make(false);
  }

  @AfterEach
  void close() throws Exception {
    table.close();
  }

  private CommandRun run(String command, Path file, String... options) {
    List<Object> words = new ArrayList<>(List.of(command, file));
    words.addAll(List.of(options));
    return CommandRun.of(words.toArray());
  }

  private Path write(String replacement) throws Exception {
    String query = "SELECT * REPLACE (" + replacement + ") FROM wide";
    return table.write(query, folder.resolve("scores.parquet"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "CASE WHEN id != 'target/7' THEN logit_1 END AS logit_1"
            + "|--logits logit_*|column \"logit_1\" at row 7 of the target rows, id \"target/7\" is empty",
        "CASE WHEN id != 'target/7' THEN logit_1 ELSE 'nan' END AS logit_1"
            + "|--logits logit_*|id \"target/7\" is NaN; it must be a finite number",
        "CASE WHEN id != 'target/7' THEN f_1 ELSE '-inf' END AS f_1"
            + "|--logits logit_*|column \"f_1\" at row 7 of the target rows",
        "CASE WHEN id != 'target/7' THEN logit_1 ELSE '-inf' END AS logit_1"
            + "|--logits logit_*|is -Infinity; it must be a finite number (np.maximum(a, -100)",
        "CASE WHEN id != 'source_val/3' THEN label END AS label"
            + "|--logits logit_*|column \"label\" at row 3 of the source_val rows",
        "CASE WHEN id != 'target/9' THEN logits ELSE [1.0, 2.0] END AS logits"
            + "|--logits logits|column \"logits[0]\" at row 9 of the target rows, id \"target/9\" is"
            + " empty or a list of another length",
        "label + 1 AS label|--logits logit_*|source_val_labels: Label at row 1 is 5",
        "concat('x', name) AS name|--logits l_* --label name|alphabetical order",
        "'x' AS name|--logits l_* --label name|has the texts x, which are not the names of the 5 classes",
        "upper(split) AS split|--logits logit_*|no row has \"source_val\" in column split; the values"
            + " there are SOURCE_TRAIN, SOURCE_VAL, TARGET",
        "1 AS label|--logits logits_*|no column matches --logits \"logits_*\"",
        "1 AS label|--logits id|column \"id\" of --logits holds VARCHAR; it must hold numbers",
        "label + 1 AS label|--logits logit_0|source_val_labels: Label at row 0 is",
        "1 AS label|--logits logit_* --label lable|no column matches --label \"lable\" (did you mean"
            + " label?)",
        "1 AS label|--logits logit_* --sets a,b|three different names are needed",
        "1 AS label|--where true|name the table's columns of logits with --logits",
      })
  void givenBadTable_thenColumnRowAndIdAreNamed(String change, String options, String message)
      throws Exception {
    Path file = write(change);
    List<String> words = new ArrayList<>(List.of(options.split(" ")));
    for (String[] option :
        new String[][] {
          {"--split", "split"}, {"--label", "label"}, {"--features", "f_*"}, {"--id", "id"}
        }) {
      if (!words.contains(option[0])) {
        words.addAll(List.of(option));
      }
    }

    CommandRun run = run("estimate", file, words.toArray(String[]::new));

    assertThat(run.status()).isBetween(3, 4);
    assertThat(run.err()).contains(file.toString(), message);
    assertThat(run.out()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1=1) UNION SELECT * FROM (SELECT 1",
        "1=1; CREATE TABLE t AS SELECT 1",
        "1=1 -- ",
        "label = 'x",
        "name IN (SELECT content FROM read_text('/etc/hostname'))",
        "(SELECT count(*) FROM read_csv('/etc/passwd')) > 0",
        "nonsense(",
        "no_such_column > 1",
        "",
      })
  void givenConditionThatIsNone_thenItIsRefused(String condition) throws Exception {
    Path file = write("1 AS label");

    CommandRun run =
        run("evaluate", file, "--logits", "logit_*", "--label", "label", "--where", condition);

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.onlyErrLine()).startsWith("error: " + file);
  }

  @ParameterizedTest
  @CsvSource({
    "scores.feather, scores.parquet",
    "scores.arrow, write Parquet instead: pandas.read_feather(",
    "scores.parquet, there is no such file",
    "*.parquet, No files found",
    "scores.xlsx, is not a known kind of table",
    "., this folder has no tables",
  })
  void givenNoTable_thenTheMessageSaysWhatOneIs(String name, String message) throws Exception {
    if (!message.contains("no such file") && name.startsWith("scores")) {
      Files.createFile(folder.resolve(name));
    }

    CommandRun run = run("evaluate", folder.resolve(name), "--logits", "a,b", "--label", "c");

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.onlyErrLine()).contains(message);
  }

  @Test
  void givenFilesThatAreNoTables_thenStatus3() throws Exception {
    for (String name : List.of("a.parquet", "a.csv", "a.jsonl")) {
      Path file = Files.writeString(folder.resolve(name), "\0\u0001{]");

      CommandRun run = run("evaluate", file, "--logits", "a,b", "--label", "c");

      assertThat(run.status()).isEqualTo(3);
      assertThat(run.onlyErrLine()).startsWith("error: " + file);
    }
  }

  @Test
  void givenFileWhoseNameHasWildcards_thenOnlyThatFileIsRead() throws Exception {
    table.write("FROM wide WHERE split = 'target'", folder.resolve("a1.parquet"));
    Path odd = table.write("FROM wide WHERE split = 'target' LIMIT 9", folder.resolve("b.parquet"));
    Path named = Files.move(odd, folder.resolve("a[1]*.parquet"));

    CommandRun run = run("evaluate", named, "--logits", "logit_*", "--label", "label", "--json");

    assertThat(run.out()).contains("\"rows\": 9,");
  }

  @Test
  void givenNoTableAsInput_thenOutTableIsRefusedBeforeAnythingRuns() {
    Path arrays = folder.resolve("scores.npz");
    table.writeArrays(arrays);

    CommandRun run =
        run(
            "fit",
            arrays,
            "--out-table",
            folder.resolve("o.parquet").toString(),
            "--out",
            folder.resolve("out").toString());

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.onlyErrLine()).contains("--out-table needs a table as input");
    assertThat(folder.resolve("out")).doesNotExist();
  }
}
