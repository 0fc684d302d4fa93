package org.transcal.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class CasesTest {
  @Test
  void givenOneSeed_thenSameInputsInEveryRunAndAlone() {
    List<Double> once = new ArrayList<>();
    List<Double> again = new ArrayList<>();
    List<Double> alone = new ArrayList<>();
    List<Double> otherSeed = new ArrayList<>();

    Cases.of(50, 7).check(draw -> once.add(draw.real(-1e3, 1e3)));
    Cases.of(50, 7).check(draw -> again.add(draw.real(-1e3, 1e3)));
    Cases.of(50, 7).only(31).check(draw -> alone.add(draw.real(-1e3, 1e3)));
    Cases.of(50, 8).check(draw -> otherSeed.add(draw.real(-1e3, 1e3)));

    assertThat(again).hasSize(50).isEqualTo(once);
    assertThat(alone).containsExactly(once.get(31));
    assertThat(otherSeed).isNotEqualTo(once);
  }

  @Test
  void givenRanges_thenEndsAndInsideAreDrawnAndNothingElse() {
    TreeSet<Integer> whole = new TreeSet<>();
    TreeSet<Double> reals = new TreeSet<>();

    Cases.of(500, 1)
        .check(
            draw -> {
              whole.add(draw.integer(-2, 3));
              reals.add(draw.real(-2, 3));
            });

    assertThat(whole).containsExactly(-2, -1, 0, 1, 2, 3);
    assertThat(reals).contains(-2.0, Math.nextUp(-2.0), 0.0, -0.0, 1.0, Math.nextDown(3.0), 3.0);
    assertThat(reals).hasSizeGreaterThan(300).allMatch(value -> value >= -2 && value <= 3);
  }

  @Test
  void givenFailure_thenSeedAndTryAreNamed() {
    int[] calls = {0};

    assertThatThrownBy(
            () -> Cases.of(100, 5).check(draw -> assertThat(calls[0]++).as("calls").isLessThan(9)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("Seed 5, try 9")
        .hasMessageContaining("calls");
    assertThatThrownBy(() -> Cases.of(1, 5).check(draw -> draw.oneOf().toString()))
        .hasMessageContaining("Seed 5, try 0");
  }

  @Test
  void givenAlmostEveryTryDiscarded_thenFails() {
    assertThatThrownBy(() -> Cases.of(100, 5).check(draw -> draw.assume(false)))
        .hasMessage("Seed 5: only 0 of 100 tries met the assumption");
    Cases.of(100, 5).check(draw -> draw.assume(draw.integer(1, 2) == 1));
  }
}
