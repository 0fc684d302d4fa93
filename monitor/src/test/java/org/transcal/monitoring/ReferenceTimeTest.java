package org.transcal.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ReferenceTimeTest {
  @Test
  void givenReferenceNights_thenTheirTextFormsAreReadBack() {
    for (String text :
        List.of("reference/3", "reference/2026-11-14", "reference/2026-11-14T06:00/2")) {
      BatchTime time = BatchTime.parse(text);

      assertThat(time.kind()).isEqualTo(BatchTime.Kind.REFERENCE);
      assertThat(time).hasToString(text);
      assertThat(BatchTime.parse(time.toString())).isEqualTo(time);
    }
    assertThat(BatchTime.parse("reference/3")).isEqualTo(BatchTime.reference(3));
    assertThat(BatchTime.parse("2026-11-14").asReference())
        .isEqualTo(BatchTime.parse("reference/2026-11-14"))
        .isLessThan(BatchTime.parse("2026-01-01"));
  }

  @Test
  void givenNoTimeAfterReference_thenItIsRefused() {
    for (String text : List.of("reference", "reference/", "reference/x", "reference/3/0")) {
      assertThatThrownBy(() -> BatchTime.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
  }
}
