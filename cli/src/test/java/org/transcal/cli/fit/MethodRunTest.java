package org.transcal.cli.fit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.transcal.calibration.MethodSettings;
import org.transcal.cli.method.MethodNames;
import org.transcal.cli.terminal.Progress;
import org.transcal.example.KnownShift;

class MethodRunTest {
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

          @Override
          public void close() {
            // The caller's.
          }
        };

    MethodRun.run(
        KnownShift.sample(30, 30, 30, 1).task(),
        MethodNames.parse(List.of("vanilla", "temperature")),
        MethodSettings.defaults(),
        progress);

    assertThat(seen).containsExactly("vanilla", "done", "temperature", "done");
  }
}
