package org.transcal.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.transcal.io.file.NearMiss;

class PlainTextTest {
  @Test
  void givenTable_thenColumnsAlignAndRemarksDoNotWidenThem() {
    List<String> lines =
        new TextTable(List.of("method", "T", "ECE"))
            .row(List.of("λ", "1.5", "10"))
            .row(List.of("longer", "12.25"))
            .remark("none", "a remark that is longer than any column")
            .lines();

    assertThat(lines)
        .containsExactly(
            "method      T  ECE",
            "λ         1.5   10",
            "longer  12.25",
            "none    a remark that is longer than any column");
  }

  @Test
  void givenControlCharactersInCells_thenColumnsStillAlign() {
    List<String> lines =
        new TextTable(List.of("task", "T"))
            .row(List.of("a\033[31m", "1"))
            .remark("b", "error: c\nd")
            .lines();

    assertThat(lines).containsExactly("task       T", "a\\x1b[31m  1", "b          error: c\\x0ad");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\\033[2J | \\x1b[2J",
        "\\0 | \\x00",
        "\\177 | \\x7f",
        "\\u009b | \\x9b",
        "\\u202e | \\u202e",
        "\\u2066 | \\u2066",
        "\\u2028 | \\u2028",
        "Zürich 日本 👍 é | Zürich 日本 👍 é",
      })
  void givenText_thenControlCharactersAreEscaped(String text, String expected) {
    String raw = text.contains("\\u") ? unicode(text) : text.translateEscapes();

    assertThat(VisibleText.of(raw)).isEqualTo(expected);
  }

  private static String unicode(String text) {
    return Character.toString(Integer.parseInt(text.substring(2), 16));
  }

  @Test
  void givenTooManyCells_thenRejected() {
    TextTable table = new TextTable(List.of("a"));

    assertThatThrownBy(() -> table.row(List.of("1", "2"))).hasMessageContaining("2 cells");
  }

  @Test
  void givenNumbers_thenFormattedText() {
    assertThat(Figures.decimals(1234.5678, 2)).isEqualTo("1234.57");
    assertThat(Figures.decimals(Double.NaN, 2)).isEqualTo("-");
    assertThat(Figures.decimals(Double.POSITIVE_INFINITY, 2)).isEqualTo("inf");
    assertThat(Figures.decimals(Double.NEGATIVE_INFINITY, 2)).isEqualTo("-inf");
    assertThat(Figures.decimals(OptionalDouble.empty(), 2)).isEqualTo("-");
    assertThat(Figures.percent(0.12345, 1)).isEqualTo("12.3");
    assertThat(Figures.count(1234567)).isEqualTo("1,234,567");
    assertThat(Figures.temperature(1.5)).isEqualTo("1.500");
    assertThat(Figures.temperature(1e6)).isEqualTo("1.00e+06");
    assertThat(Figures.temperature(0.0012)).isEqualTo("1.20e-03");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a/b.npz | a/b.npz",
        "Zürich.npz | Zürich.npz",
        "two words | 'two words'",
        "it's | 'it'\\''s'",
        "$HOME;rm | '$HOME;rm'",
        "`` | ''",
      })
  void givenWord_thenQuotedForTheShell(String word, String quoted) {
    assertThat(new ShellCommand(word).toString()).isEqualTo(quoted);
  }

  @ParameterizedTest
  @CsvSource({
    "transcall, transcal",
    "TransCal, transcal",
    "tmeperature, temperature",
    "mc_dropout, mc-dropout",
    "orcale, oracle",
    "pseudo, pseudocal",
  })
  void givenMisspelling_thenNearestName(String misspelt, String meant) {
    List<String> known =
        List.of("vanilla", "temperature", "transcal", "mc-dropout", "oracle", "pseudocal");

    assertThat(NearMiss.of(misspelt, known)).first().isEqualTo(meant);
  }

  @Test
  void givenNoSimilarName_thenNoSuggestion() {
    assertThat(NearMiss.of("xyzzy", List.of("vanilla", "oracle"))).isEmpty();
    assertThat(NearMiss.question("xyzzy", List.of("vanilla"))).isEmpty();
  }
}
