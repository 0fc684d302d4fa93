package org.transcal.cli.method;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.transcal.comparison.MethodResult.Cause;

class NothingRanTest {
  @ParameterizedTest
  @CsvSource({
    "MISSING_INPUT, 3",
    "UNREADABLE, 3",
    "OUT_OF_MEMORY, 3",
    "NOT_CALIBRATABLE, 4",
    "UNEXPECTED, 1"
  })
  void givenCauseOfTheFirstFailure_thenExitStatus(Cause cause, int status) {
    assertThat(NothingRan.status(cause).code()).isEqualTo(status);
  }
}
