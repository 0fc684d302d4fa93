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
    return CsvMatrix.read(source(text)).toArrays();
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
  void givenAHeader_thenItIsSkippedAndTold() {
    CsvRows rows = CsvRows.in(source("cat,dog\n1,2\n"));

    assertThat(rows.header()).contains("cat,…");
    assertThat(CsvMatrix.read("x", rows).toArrays()).isDeepEqualTo(new double[][] {{1, 2}});
  }

  @Test
  void givenValuesThatAreNotFinite_thenTheyAreNumbersAndNoHeader() {
    CsvRows rows = CsvRows.in(source("nan,inf\n1,2\n"));

    assertThat(rows.header()).isEmpty();
    assertThat(CsvMatrix.read("x", rows).get(0, 1)).isEqualTo(Double.POSITIVE_INFINITY);
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
        "1 2;3 4|line 2, column 1 is \"3 4\"; it must be a number, and commas",
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
  @ValueSource(strings = {"", "\n", "\n\n\r\n"})
  void givenNothing_thenTheFileIsEmpty(String text) {
    assertThatThrownBy(() -> read(text)).hasMessage("x.csv: is empty; rows are needed");
  }

  @Test
  void givenOnlyAHeader_thenThereAreNoNumbers() {
    assertThatThrownBy(() -> read("label\n"))
        .hasMessage("x.csv: has no row of numbers, only \"label\"");
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
