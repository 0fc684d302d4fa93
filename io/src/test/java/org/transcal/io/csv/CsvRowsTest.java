package org.transcal.io.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;

class CsvRowsTest {
  private static ByteSource source(String text) {
    return ByteSource.of(Path.of("x.csv"), text.getBytes(StandardCharsets.UTF_8));
  }

  private static double[][] read(String text) {
    return CsvRows.in(source(text)).readAll().toArrays();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1,2\n3,4\n",
        "1,2\n3,4",
        "1,2\r\n3,4\r\n",
        "1,2\r3,4",
        "\n1,2\n\n\n3,4\n\n",
        " 1 , 2\n3\t,4 \n",
        "\"1\",2\n3,\"4\"\n",
        "\ufeff1,2\n3,4\n",
      })
  void givenTheSameNumbersInAnotherForm_thenTheMatrixIsTheSame(String text) {
    assertThat(read(text)).isDeepEqualTo(new double[][] {{1, 2}, {3, 4}});
  }

  @Test
  void givenAHeader_thenItIsSkippedWithAWarning() {
    CsvRows rows = CsvRows.in(source("cat,dog\n1,2\n"));

    assertThat(rows.warnings())
        .containsExactly("x.csv: the first line, \"cat,…\", is taken as a header");
    assertThat(rows.readAll().toArrays()).isDeepEqualTo(new double[][] {{1, 2}});
  }

  @Test
  void givenValuesThatAreNotFinite_thenTheyAreNumbersAndNoHeader() {
    CsvRows rows = CsvRows.in(source("nan,inf\n1,2\n"));

    assertThat(rows.warnings()).isEmpty();
    assertThat(rows.readAll().get(0, 1)).isEqualTo(Double.POSITIVE_INFINITY);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "1,2;3,x|line 2, column 2 is \"x\"; it must be a number",
        "1,x;3,4|line 1, column 2 is \"x\"; it must be a number",
        "a,b;c,d|line 2, column 1 is \"c\"; it must be a number",
        "1,;3,4|line 1, column 2 is \"\"; it must be a number",
        "1,2;3|line 2 has 1 values where 2 are needed",
        "1,2;3,4,5|line 2 has 3 values where 2 are needed",
        "a,b;1,2,3|line 2 has 3 values where 2 are needed",
        "1,2;;;3|line 4 has 1 values where 2 are needed",
      })
  void givenABadLine_thenLineColumnAndValueAreNamed(String text, String problem) {
    assertThatThrownBy(() -> read(text.replace(';', '\n')))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("x.csv: " + problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        ",0,1;0,.5,.6|which has no name",
        ",cat,dog;0,.5,.6|which has no name",
        "index,0,1;0,.5,.6|named \"index\"",
        "index,cat,dog;0,.5,.6;1,.1,.2;2,.3,.4|named \"index\"",
        "Unnamed: 0,cat;0,.5;1,.1;2,.3;3,.3|named \"Unnamed: 0\"",
        "ID,cat,dog;1,.5,.6;2,.1,.2;3,.3,.4|named \"ID\"",
        "row,label;0,1;1,1;2,0|named \"row\"",
      })
  void givenARowIndex_thenItIsRefusedWithTheRemedy(String text, String which) {
    assertThatThrownBy(() -> read(text.replace(';', '\n')))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "x.csv: column 1, "
                + which
                + ", is a row index, not data; write the file without it:"
                + " df.to_csv(path, index=False)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0,.5\n1,.1\n2,.3\n", // numbers, but nothing that calls them an index
        "cat,dog\n0,.5\n1,.1\n2,.3\n",
        "id,dog\n0,.5\n1,.1\n", // too few to tell
        "id,dog\n0,.5\n1,.1\n3,.3\n",
        "index\n0\n1\n2\n", // the only column
        "0,1,2\n2,1,0\n0,0,0\n", // integers all over
        "0,1,2\n", // labels on one line
        "0,1\n.5,.6\n",
      })
  void givenNoClearSignOfAnIndex_thenEverythingIsData(String text) {
    long lines = text.lines().filter(line -> line.matches("[0-9.,]+")).count();

    assertThat(read(text))
        .hasDimensions((int) lines, text.lines().findFirst().orElse("").split(",").length);
  }

  @Test
  void givenColumnNumbersAsAHeader_thenTheyAreRefusedWithTheRemedy() {
    assertThatThrownBy(() -> read("0,1,2\n.5,.6,.7\n"))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "x.csv: line 1 is 0, 1, … 2, which are column numbers, not data; write the file without"
                + " them: df.to_csv(path, index=False, header=False)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "\n\n\r\n"})
  void givenNothing_thenTheFileIsEmpty(String text) {
    assertThatThrownBy(() -> read(text)).hasMessage("x.csv: is empty; rows are needed");
  }

  @Test
  void givenOnlyAHeader_thenThereAreNoNumbers() {
    assertThatThrownBy(() -> read("label\n"))
        .hasMessage("x.csv: has no row of numbers, only \"label\"");
  }

  @ParameterizedTest
  @CsvSource({
    "'1.5;2\n3;4\n', semicolons",
    "'a;b\n1;2\n', semicolons",
    "'1.5\t-2e3\n3\t4\n', tabs",
    "'1.0 2.0\n3.0  4.0\n', spaces",
  })
  void givenOtherSeparators_thenTheMessageNamesThem(String text, String separator) {
    assertThatThrownBy(() -> read(text.translateEscapes()))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("x.csv: its values are separated by " + separator + ", as in ")
        .hasMessageContaining("commas must separate numbers");
  }

  @Test
  void givenAQuoteThatDoesNotEnd_thenTheFileIsRefused() {
    assertThatThrownBy(() -> read("1,\"2\n3,4\n"))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("x.csv: is not a CSV file of numbers: ");
  }

  @Test
  void givenALineFarLongerThanAValueMayBe_thenItIsRead() {
    int count = 300_000;

    double[][] read = read("12.5,".repeat(count - 1) + "7\n");

    assertThat(read[0]).hasSize(count).endsWith(12.5, 7);
  }

  @Test
  void givenAnEndlessValue_thenMemoryIsNotFilledWithIt() {
    String text = "1".repeat(20_000_000);

    assertThatThrownBy(() -> read(text))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("x.csv: ");
  }
}
