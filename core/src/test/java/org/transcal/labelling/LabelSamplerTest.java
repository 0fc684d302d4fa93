package org.transcal.labelling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.example.KnownShift;
import org.transcal.labelling.LabelledRows.Draw;
import org.transcal.labelling.LabelledRows.Row;
import org.transcal.shift.PreparedTask;
import org.transcal.task.TransferTask;

class LabelSamplerTest {
  private static final KnownShift EXAMPLE = KnownShift.sample(200, 200, 400, 3);
  private static final PreparedTask TASK = PreparedTask.of(EXAMPLE.task());

  @Test
  void givenBudget_thenThatManyRowsTheSameNumberInEachStratum() {
    LabelledRows plan = new LabelSampler(1).choose(TASK, 100);

    assertThat(plan.rows()).hasSize(100).extracting(Row::row).doesNotHaveDuplicates();
    assertThat(perStratum(plan)).hasSize(10).containsValues(10).doesNotContainValue(9);
    assertThat(plan.labelled()).isZero();
    for (Row row : plan.rows()) {
      Draw draw = row.draw().orElseThrow();
      assertThat(draw.probability()).isEqualTo(10.0 / draw.stratumRows());
      assertThat(draw.round()).isEqualTo(1);
    }
  }

  @Test
  void givenSeed_thenSameRowsAndAnotherSeedOthers() {
    assertThat(new LabelSampler(1).choose(TASK, 50))
        .isEqualTo(new LabelSampler(1).choose(TASK, 50));
    assertThat(new LabelSampler(2).choose(TASK, 50))
        .isNotEqualTo(new LabelSampler(1).choose(TASK, 50));
  }

  @Test
  void givenUnsureRows_thenMoreLikelyChosenThanSureOnes() {
    LabelledRows plan = new LabelSampler(1).choose(TASK, 100);

    double first = probability(plan, 0);
    double last = probability(plan, 9);
    assertThat(first).isGreaterThan(last);
    assertThat(first / last).as("limited by the floor").isLessThan(3.2);
  }

  /** 600 plans of 80 of 400 rows: a row's own share has a standard error of at most 0.02. */
  @Test
  void givenManySeeds_thenEachRowIsChosenAsOftenAsItsProbabilitySays() {
    int plans = 600;
    double[] times = new double[400];
    double[] expected = new double[400];
    for (int seed = 0; seed < plans; seed++) {
      for (Row row : new LabelSampler(seed).choose(TASK, 80).rows()) {
        times[row.row()] += 1.0 / plans;
        expected[row.row()] = row.draw().orElseThrow().probability();
      }
    }

    for (int i = 0; i < times.length; i++) {
      assertThat(times[i]).as("row " + i).isCloseTo(expected[i], within(0.09));
    }
  }

  @Test
  void givenFurtherRound_thenKeepsEarlierRowsAndEqualsOneLargerPlan() {
    LabelledRows first = labelled(new LabelSampler(1).choose(TASK, 60));

    LabelledRows both = new LabelSampler(1).chooseMore(TASK, first, 40);

    assertThat(both.rows()).hasSize(100);
    assertThat(both.rows().subList(0, 60)).extracting(Row::row).isEqualTo(rows(first));
    assertThat(both.rows().subList(0, 60)).allMatch(row -> row.label().isPresent());
    assertThat(both.rows().subList(60, 100)).allMatch(row -> row.label().isEmpty());
    assertThat(both.rows().get(99).draw().orElseThrow().round()).isEqualTo(2);
    assertThat(rows(both)).isEqualTo(rows(new LabelSampler(1).choose(TASK, 100)));
    assertThat(perStratum(both)).containsValues(10).doesNotContainValue(9);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 9})
  void givenFewerRowsThanStrata_thenFewerStrataAndAFurtherRoundOfTheSame(int budget) {
    LabelledRows first = new LabelSampler(1).choose(TASK, budget);

    LabelledRows both = new LabelSampler(1).chooseMore(TASK, first, 20 - budget);

    assertThat(perStratum(first)).hasSize(budget).containsOnlyKeys(strata(budget));
    assertThat(perStratum(both)).containsOnlyKeys(strata(budget));
    assertThat(both.rows()).hasSize(20);
    int sizes = first.rows().stream().mapToInt(row -> row.draw().orElseThrow().stratumRows()).sum();
    assertThat(sizes).as("rows in all strata").isEqualTo(400);
  }

  private static Integer[] strata(int count) {
    return IntStream.range(0, count).boxed().toArray(Integer[]::new);
  }

  @Test
  void givenOwnRows_thenAFurtherRoundFillsTheStrataUp() {
    LabelledRows own = new LabelledRows(IntStream.range(0, 20).mapToObj(this::own).toList());

    LabelledRows both = new LabelSampler(5).chooseMore(TASK, own, 80);

    assertThat(both.rows()).hasSize(100).allMatch(row -> row.draw().isPresent());
    assertThat(perStratum(both)).containsValues(10).doesNotContainValue(8);
  }

  @Test
  void givenMoreThanAllRows_thenAllRows() {
    LabelledRows plan = new LabelSampler(1).choose(TASK, 5000);

    assertThat(plan.rows()).hasSize(400);
    assertThat(plan.rows()).allMatch(row -> row.draw().orElseThrow().probability() == 1);
  }

  @Test
  void givenFewRowsOrSmallBudget_thenStillAPlan() {
    assertThat(perStratum(new LabelSampler(1).choose(TASK, 10))).hasSize(10);
    assertThat(new LabelSampler(1).choose(TASK, 1).rows()).hasSize(1);
    PreparedTask tiny = PreparedTask.of(KnownShift.sample(40, 40, 7, 1).task());
    assertThat(new LabelSampler(1).choose(tiny, 7).rows()).hasSize(7);
  }

  @Test
  void givenNoFeatures_thenStrataByConfidence() {
    TransferTask task = EXAMPLE.task();
    TransferTask bare =
        TransferTask.named("bare")
            .sourceValidation(task.sourceValidation().logits(), task.sourceValidation().labels())
            .target(task.target().logits())
            .build();

    LabelledRows plan = new LabelSampler(1).choose(PreparedTask.of(bare), 100);

    assertThat(perStratum(plan)).hasSize(10);
  }

  @Test
  void givenRowsOfOtherStrata_thenRefusesAFurtherRound() {
    PreparedTask other = PreparedTask.of(KnownShift.sample(200, 200, 400, 99).task());
    LabelledRows first = new LabelSampler(1).choose(other, 100);

    assertThatThrownBy(() -> new LabelSampler(1).chooseMore(TASK, first, 10))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("are now in another stratum");
    assertThatThrownBy(() -> new LabelSampler(1).choose(TASK, 0))
        .hasMessageContaining("Budget is 0");
  }

  private Row own(int i) {
    return Row.of(17 * i, EXAMPLE.targetLabels().get(17 * i));
  }

  private static LabelledRows labelled(LabelledRows plan) {
    return new LabelledRows(
        plan.rows().stream()
            .map(row -> row.labelled(EXAMPLE.targetLabels().get(row.row())))
            .toList());
  }

  private static List<Integer> rows(LabelledRows plan) {
    return plan.rows().stream().map(Row::row).toList();
  }

  private static Map<Integer, Integer> perStratum(LabelledRows plan) {
    Map<Integer, Integer> counts = new TreeMap<>();
    plan.rows().forEach(row -> counts.merge(row.draw().orElseThrow().stratum(), 1, Integer::sum));
    return counts;
  }

  private static double probability(LabelledRows plan, int stratum) {
    return plan.rows().stream()
        .map(row -> row.draw().orElseThrow())
        .filter(draw -> draw.stratum() == stratum)
        .findFirst()
        .orElseThrow()
        .probability();
  }
}
