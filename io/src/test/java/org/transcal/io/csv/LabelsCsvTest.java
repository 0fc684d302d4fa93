package org.transcal.io.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.transcal.example.KnownShift;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;
import org.transcal.labelling.LabelSampler;
import org.transcal.labelling.LabelledRows;
import org.transcal.shift.PreparedTask;
import org.transcal.task.TransferTask;

class LabelsCsvTest {
  private static final KnownShift EXAMPLE = KnownShift.sample(80, 80, 100, 1);
  private static final TransferTask TASK = EXAMPLE.task();
  private static final List<String> NAMES = List.of("cat", "=dog", "hen, red", "cow", "1");
  private static final LabelledRows PLAN = new LabelSampler(1).choose(PreparedTask.of(TASK), 20);
  private static final LabelsCsv FILES = new LabelsCsv(TASK, List.of());

  @TempDir Path folder;

  @Test
  void givenPlan_thenReadsBackWhatWasWritten() {
    Path file = folder.resolve("rows.csv");

    FILES.write(file, PLAN);

    assertThat(FILES.read(file)).isEqualTo(PLAN);
    assertThat(FILES.text(PLAN))
        .startsWith("row,label,prediction,confidence,probability,stratum,stratum_rows,round\n");
  }

  @Test
  void givenLabels_thenReadBackAsNumbersOrNames() {
    LabelledRows filled = filled();

    assertThat(read(FILES, FILES.text(filled))).isEqualTo(filled);
    LabelsCsv named = new LabelsCsv(TASK, NAMES);
    assertThat(named.text(filled)).contains("'=dog", "\"hen, red\"");
    assertThat(read(named, named.text(filled))).isEqualTo(filled);
  }

  @Test
  void givenNamesThatAreNumbers_thenNumbersInAnyFormAreNames() {
    LabelsCsv named = new LabelsCsv(TASK, List.of("0", "1", "10", "11", "-1"));

    LabelledRows rows = read(named, "row,label\n3,10\n4,10.0\n5,1.0\n6,0\n7,1.1e1\n8,-1.0\n");

    assertThat(rows.rows())
        .extracting(row -> row.label().getAsInt())
        .containsExactly(2, 2, 1, 0, 3, 4);
  }

  @Test
  void givenNamesThatAreNumbers_thenAnotherNumberIsRefused() {
    LabelsCsv named = new LabelsCsv(TASK, List.of("0", "1", "10", "11", "other"));

    assertThatThrownBy(() -> read(named, "row,label\n3,2.0\n"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(
            "column label is \"2.0\"; it must be the name of a class, since some names are"
                + " integers, or empty or -1");
    assertThat(read(named, "row,label\n3,-1.0\n").labelled()).isZero();
  }

  @Test
  void givenNamesThatAreNotNumbers_thenNumbersCountFromZero() {
    LabelsCsv named = new LabelsCsv(TASK, List.of("cat", "dog", "hen", "cow", "1st"));

    assertThat(read(named, "row,label\n3,4.0\n4,0\n").rows())
        .extracting(row -> row.label().getAsInt())
        .containsExactly(4, 0);
  }

  @Test
  void givenEmptyMinusOneAndSpreadsheetNumbers_thenUnlabelledAndIntegers() {
    LabelledRows rows =
        read(FILES, "\uFEFFLabel, ROW ,note\r\n,5,\r\n-1,6\r\n-1.0,7,x\r\n2.0,8.0,\r\n\r\n");

    assertThat(rows.rows()).extracting(LabelledRows.Row::row).containsExactly(5, 6, 7, 8);
    assertThat(rows.labelled()).isEqualTo(1);
    assertThat(rows.isOwnSample()).isTrue();
    assertThat(rows.rows().get(3).label()).hasValue(2);
  }

  @Test
  void givenFurtherRound_thenEarlierLabelsAreKept() {
    LabelledRows more = new LabelSampler(1).chooseMore(PreparedTask.of(TASK), filled(), 10);

    LabelledRows back = read(FILES, FILES.text(more));

    assertThat(back).isEqualTo(more);
    assertThat(back.labelled()).isEqualTo(20);
    assertThat(FILES.text(more).lines().skip(21)).allMatch(line -> line.endsWith(",2"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "row,label;100,1|line 2, column row is \"100\"; the task has target rows 0 … 99",
        "row,label;-1,1|line 2, column row is \"-1\"",
        "row,label;3.5,1|line 2, column row is \"3.5\"",
        "row,label;,1|line 2, column row is empty",
        "row,label;1e300,1|line 2, column row is \"1e300\"",
        "row,label;3,1;4,2;3,1|line 4, column row is \"3\"; line 2 has that row already",
        "row,label;3,5|line 2, column label is \"5\"; it must be a class in 0 … 4, or empty or -1",
        "row,label;3,-2|line 2, column label is \"-2\"",
        "row,label;3,cat|line 2, column label is \"cat\"",
        "row,label;3,nan|line 2, column label is \"nan\"",
        "row;3|has no column label: the first line is \"row\"",
        "row#label;3#1|has no column row: the first line is \"row#label\"",
        "row,label,stratum;3,1,0|line 2, column stratum_rows is empty; it must be as transcal label",
        "row,label,probability;3,1,0.5|line 2, column stratum is empty",
        "row,label,stratum,stratum_rows,probability;3,1,0,10,0|line 2, column probability is \"0\"",
        "row,label,stratum,stratum_rows,probability;3,1,0,10,x|line 2, column probability is \"x\"",
        "row,label,stratum,stratum_rows,probability;3,1,100,10,1|line 2, column stratum is \"100\"",
        "row,label,stratum,stratum_rows,probability,round;3,1,0,10,1,0|column round is \"0\"",
      })
  void givenBadCell_thenFileLineColumnValueAndWhatWouldBeRight(String text, String message) {
    assertThatThrownBy(() -> read(FILES, text.replace(';', '\n')))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("rows.csv: ")
        .hasMessageContaining(message);
  }

  @Test
  void givenMisspeltName_thenSuggestsTheRightOne() {
    List<String> names = List.of("cat", "dog", "hen", "cow", "pig");

    assertThatThrownBy(() -> read(new LabelsCsv(TASK, names), "row,label\n3,catt\n"))
        .hasMessageContaining("or the name of one")
        .hasMessageContaining("did you mean cat?");
  }

  @Test
  void givenFileOfAnotherTask_thenSaysSo() {
    TransferTask other = KnownShift.sample(80, 80, 100, 2).task();
    String text = new LabelsCsv(other, List.of()).text(PLAN);

    assertThatThrownBy(() -> read(FILES, text))
        .hasMessageContaining("column prediction is")
        .hasMessageContaining("belongs to another task or model");
  }

  @Test
  void givenStrataOfTwoSizes_thenNamesTheFile() {
    String text = "row,label,stratum,stratum_rows,probability\n3,1,0,10,0.5\n4,1,0,11,0.5\n";

    assertThatThrownBy(() -> read(FILES, text))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("rows.csv: Stratum 0 has 11 rows at row 4 but 10 before");
  }

  @Test
  void givenNoFileOrNothingInIt_thenSaysSo() throws Exception {
    Path file = folder.resolve("none.csv");

    assertThatThrownBy(() -> FILES.read(file)).hasMessageContaining("there is no such file");
    Files.createFile(file);
    assertThatThrownBy(() -> FILES.read(file)).hasMessageContaining("is empty");
    assertThat(read(FILES, "row,label\n").rows()).isEmpty();
  }

  private static LabelledRows filled() {
    return new LabelledRows(
        PLAN.rows().stream()
            .map(row -> row.labelled(EXAMPLE.targetLabels().get(row.row())))
            .collect(Collectors.toList()));
  }

  private static LabelledRows read(LabelsCsv files, String text) {
    return files.read(ByteSource.of(Path.of("rows.csv"), text.getBytes(StandardCharsets.UTF_8)));
  }
}
