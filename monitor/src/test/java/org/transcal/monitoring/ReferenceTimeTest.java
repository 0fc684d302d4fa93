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
      NightTime time = NightTime.parse(text);

      assertThat(time.kind()).isEqualTo(NightTime.Kind.REFERENCE);
      assertThat(time).hasToString(text);
      assertThat(NightTime.parse(time.toString())).isEqualTo(time);
    }
    assertThat(NightTime.parse("reference/3")).isEqualTo(NightTime.reference(3));
    assertThat(NightTime.parse("2026-11-14").asReference())
        .isEqualTo(NightTime.parse("reference/2026-11-14"))
        .isLessThan(NightTime.parse("2026-01-01"));
  }

  @Test
  void givenNoTimeAfterReference_thenItIsRefused() {
    for (String text : List.of("reference", "reference/", "reference/x", "reference/3/0")) {
      assertThatThrownBy(() -> NightTime.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
  }
}
