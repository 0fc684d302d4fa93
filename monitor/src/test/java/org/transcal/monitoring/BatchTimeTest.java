package org.transcal.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BatchTimeTest {
  @ParameterizedTest
  @ValueSource(strings = {"2026-11-14", "2026-11-14T06:00", "17", "-2.5", "+.5", "1e9", "20261399"})
  void givenTimesOfNewNights_thenTheyAreReadAsInHistories(String text) {
    assertThat(BatchTime.ofNewBatch(text)).isEqualTo(BatchTime.parse(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0x1p3", "17d", "17f", " 17", "17 ", "NaN", "1e999", "", "yesterday"})
  void givenWhatIsNoDecimalNumber_thenItIsNoNewBatch(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BatchTime.ofNewBatch(text))
        .withMessage(
            "Time is '"
                + text
                + "'; it must be a date such as 2026-11-14, a date and time such as"
                + " 2026-11-14T06:00, or a number");
  }

  @Test
  void givenADateWithoutHyphens_thenTheRightFormIsSuggestedButHistoriesStayReadable() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BatchTime.ofNewBatch("20260921"))
        .withMessage("Time is '20260921'; it must have hyphens if it is a date, as in 2026-09-21");
    assertThat(BatchTime.parse("20260921").kind()).isEqualTo(BatchTime.Kind.NUMBER);
  }

  @ParameterizedTest
  @ValueSource(strings = {"reference/3", "2026-11-14/2", "7/1"})
  void givenAReferenceBatchOrAPart_thenItIsNoNewBatch(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BatchTime.ofNewBatch(text))
        .withMessageEndingWith("it must not name a reference batch or a part of a batch");
    assertThat(BatchTime.parse(text)).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 200_000})
  void givenRepeatedMarks_thenTheyAreRefusedWithAShortMessage(int times) {
    String text = "reference/".repeat(times) + "3";

    assertThatIllegalArgumentException()
        .isThrownBy(() -> BatchTime.parse(text))
        .satisfies(bad -> assertThat(bad.getMessage()).hasSizeLessThan(200));
  }
}
