package org.transcal.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.transcal.calibration.MethodSettings;
import org.transcal.calibration.Methods;
import org.transcal.comparison.MethodComparison;
import org.transcal.comparison.MethodResult;
import org.transcal.example.KnownShift;

/** Every method on one task, scored with target labels. */
class AllMethodsTest {
  @Test
  void givenTask_thenATableOfAllMethods() {
    KnownShift shift = KnownShift.sample(400, 300, 400, 7);
    MethodSettings settings = MethodSettings.defaults().withTargetLabels(shift.targetLabels());

    MethodComparison comparison =
        MethodComparison.run(shift.task(), Methods.all(settings), settings, result -> {});
    List<String> table = new ArrayList<>();
    for (MethodResult result : comparison.results()) {
      table.add(
          result
              .scores()
              .map(s -> String.format(Locale.ROOT, "%-24s ECE %.3f", result.method(), s.ece()))
              .orElseGet(() -> result.method() + ": " + result.failure().orElseThrow().message()));
    }

    assertThat(table).hasSameSizeAs(Methods.names());
    assertThat(table).anyMatch(line -> line.matches("transcal +ECE 0\\.\\d{3}"));
    assertThat(table).contains("ensemble: ensemble needs ensemble_probs");
  }
}
