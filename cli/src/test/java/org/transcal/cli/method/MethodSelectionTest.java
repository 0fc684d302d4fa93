package org.transcal.cli.method;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.transcal.calibration.MethodSettings;
import org.transcal.cli.terminal.Progress;
import org.transcal.comparison.MethodResult.Cause;
import org.transcal.example.KnownShift;

class MethodSelectionTest {
  @Test
  void givenMethods_thenProgressNamesEachBeforeItRuns() {
    List<String> seen = new ArrayList<>();
    Progress progress =
        new Progress() {
          @Override
          public void advance(long steps) {
            seen.add("done");
          }

          @Override
          public void running(String what) {
            seen.add(what);
          }
        };

    new MethodSelection(List.of("vanilla", "temperature"))
        .run(KnownShift.sample(30, 30, 30, 1).task(), MethodSettings.defaults(), progress);

    assertThat(seen).containsExactly("vanilla", "done", "temperature", "done");
  }

  @ParameterizedTest
  @CsvSource({
    "MISSING_INPUT, 3",
    "UNREADABLE, 3",
    "OUT_OF_MEMORY, 3",
    "NOT_CALIBRATABLE, 4",
    "UNEXPECTED, 1"
  })
  void givenCauseOfTheFirstFailure_thenExitStatus(Cause cause, int status) {
    assertThat(MethodSelection.status(cause).code()).isEqualTo(status);
  }
}
