package org.transcal.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SegmentTest {
  @Test
  void givenNumbersAndTexts_thenNumbersComeFirstByTheirSize() {
    assertThat(
            Stream.of("10", "b", "9", "-1", "2.5", "1e", "2")
                .map(value -> new Segment("camera", value))
                .sorted()
                .map(Segment::value))
        .containsExactly("-1", "2", "2.5", "9", "10", "1e", "b");
    assertThat(new Segment("a", "2")).isLessThan(new Segment("b", "1"));
  }
}
