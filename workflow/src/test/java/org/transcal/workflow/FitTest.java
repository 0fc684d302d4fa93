package org.transcal.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.transcal.calibration.Methods;
import org.transcal.example.KnownShift;
import org.transcal.io.LoadedTask;

class FitTest {
  private static final KnownShift EXAMPLE = KnownShift.sample(30, 30, 30, 1);

  private static TaskInput input() {
    return TaskInput.of(
        new LoadedTask(
            EXAMPLE.task(),
            Optional.of(EXAMPLE.targetLabels()),
            List.of(),
            List.of(),
            Map.of("target_logits", "digest"),
            List.of()));
  }

  private static Fit.Options methods(String... names) {
    return Fit.Options.defaults().withMethods(List.of(names));
  }

  private static Fit.Chosen chosen(String... names) {
    return Fit.run(input(), methods(names), Listener.silent()).chosen();
  }

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

    Fit.run(
        input(),
        methods("vanilla", "temperature"),
        (what, steps) -> {
          seen.add(what + " " + steps);
          return progress;
        });

    assertThat(seen).containsExactly("fitting 2", "vanilla", "done", "temperature", "done");
  }

  @Test
  void givenNoMethods_thenDefaultMethod() {
    Fit.Result fit = Fit.run(input(), Fit.Options.defaults(), Listener.silent());

    assertThat(fit.chosen().method()).isEqualTo(Methods.DEFAULT);
    assertThat(fit.model().orElseThrow().provenance().inputs()).containsKey("target_logits");
  }

  @Test
  void givenSeveralMethods_thenLastNamedIsChosenButNotOracle() {
    assertThat(chosen("vanilla", "temperature", "oracle").method()).isEqualTo("temperature");
    assertThat(chosen("oracle").method()).isEqualTo("oracle");
    assertThat(chosen("recommended", "vanilla").method()).isEqualTo("recommended");
  }

  @Test
  void givenUnknownMethod_thenNearestNames() {
    assertThatThrownBy(() -> methods("temprature"))
        .isInstanceOf(OptionException.class)
        .hasMessage("Unknown method \"temprature\"; did you mean temperature?");
  }

  @Test
  void givenInterrupt_thenFitEndsBetweenMethods() {
    List<String> seen = new ArrayList<>();
    Listener interrupting =
        (what, steps) ->
            new Progress() {
              @Override
              public void advance(long done) {
                Thread.currentThread().interrupt();
              }

              @Override
              public void running(String method) {
                seen.add(method);
              }
            };

    try {
      assertThatThrownBy(() -> Fit.run(input(), methods("vanilla", "temperature"), interrupting))
          .isInstanceOf(CancellationException.class);
      assertThat(seen).containsExactly("vanilla");
    } finally {
      // Cleared for the tests that follow in this thread.
      assertThat(Thread.interrupted()).isTrue();
    }
  }
}
