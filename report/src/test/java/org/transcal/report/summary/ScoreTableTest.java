package org.transcal.report.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.transcal.comparison.Score;
import org.transcal.experiment.Trials;
import org.transcal.report.summary.ScoreTable.Cell;
import org.transcal.report.summary.ScoreTable.Column;
import org.transcal.report.summary.ScoreTable.Standing;

class ScoreTableTest {
  private static ScoreTable table(Trials trials) {
    return ScoreTable.of(
        "t",
        Score.ECE,
        trials,
        trials.methods(),
        trials.tasks().stream().map(task -> new Column(task.task(), List.of(task))).toList());
  }

  @Test
  void givenRepeats_thenMeanAndDeviationOfEachTaskAndOfTheirAverages() {
    Trials trials = new Trialed().with("A", "m", 0.1, 0.3).with("B", "m", 0.4, 0.2).of("m");

    List<Cell> row = table(trials).row("m");

    // By hand: sqrt of half the squared difference; both averages are 0.25, so they do not spread.
    assertThat(row.get(0).spread().orElseThrow().mean()).isCloseTo(0.2, within(1e-15));
    assertThat(row.get(0).spread().orElseThrow().deviation())
        .isCloseTo(Math.sqrt(0.02), within(1e-15));
    assertThat(row.get(2).spread().orElseThrow().mean()).isCloseTo(0.25, within(1e-15));
    assertThat(row.get(2).spread().orElseThrow().deviation()).isCloseTo(0, within(1e-15));
  }

  @Test
  void givenOneRepeat_thenNoDeviation() {
    Trials trials = new Trialed().with("A", "m", 0.1).of("m");

    ScoreTable table = table(trials);

    assertThat(table.columns()).hasSize(1);
    assertThat(table.row("m").get(0).spread().orElseThrow().isRepeated()).isFalse();
  }

  @Test
  void givenMethods_thenBestAndSecondButNeverTheOracleNorOneThatRanOnFewerTasks() {
    Trials trials =
        new Trialed()
            .with("A", "worst", 0.9)
            .with("B", "worst", 0.9)
            .with("A", "good", 0.2)
            .with("B", "good", 0.2)
            .with("A", "fair", 0.3)
            .with("B", "fair", 0.3)
            .with("A", "oracle", 0.1)
            .with("B", "oracle", 0.1)
            .with("A", "partial", 0.05)
            .failed("B", "partial")
            .of("worst", "good", "fair", "oracle", "partial");

    ScoreTable table = table(trials);

    assertThat(table.row("good").get(2).standing()).isEqualTo(Standing.BEST);
    assertThat(table.row("fair").get(2).standing()).isEqualTo(Standing.SECOND);
    assertThat(table.row("oracle").get(2).standing()).isEqualTo(Standing.PLAIN);
    assertThat(table.row("partial").get(2).standing()).isEqualTo(Standing.PLAIN);
    assertThat(table.row("partial").get(2).tasks()).isEqualTo(1);
    assertThat(table.row("partial").get(0).standing()).isEqualTo(Standing.BEST);
    assertThat(table.row("partial").get(1).spread()).isEmpty();
  }

  @Test
  void givenValuesThatLookEqual_thenTheyShareTheirStanding() {
    Trials trials =
        new Trialed()
            .with("A", "a", 0.10001)
            .with("A", "b", 0.10002)
            .with("A", "c", 0.2)
            .of("a", "b", "c");

    ScoreTable table = table(trials);

    assertThat(table.row("a").get(0).standing()).isEqualTo(Standing.BEST);
    assertThat(table.row("b").get(0).standing()).isEqualTo(Standing.BEST);
    assertThat(table.row("c").get(0).standing()).isEqualTo(Standing.SECOND);
  }

  @Test
  void givenAllEqual_thenNobodyWon() {
    Trials trials = new Trialed().with("A", "a", 0.1).with("A", "b", 0.1).of("a", "b");

    assertThat(table(trials).row("a").get(0).standing()).isEqualTo(Standing.PLAIN);
  }

  @Test
  void givenRanks_thenTheLeaderComesFirstAndWinsAreCounted() {
    Trialed trialed = new Trialed();
    for (int i = 0; i < 8; i++) {
      trialed
          .with("t" + i, "a", 0.2 + 0.01 * i)
          .with("t" + i, "b", i == 0 ? 0.1 : 0.3 + 0.017 * i)
          .with("t" + i, "oracle", 0.01);
    }
    trialed.with("t0", "partial", 0.001);

    RankSummary summary =
        RankSummary.of(trialed.of("b", "a", "oracle", "partial"), Score.ECE).orElseThrow();

    assertThat(summary.tasks()).isEqualTo(8);
    assertThat(summary.rows()).extracting(RankSummary.Row::method).containsExactly("a", "b");
    assertThat(summary.rows().get(0).wins()).isEqualTo(7);
    assertThat(summary.rows().get(0).meanRank()).isCloseTo(1.125, within(1e-12));
    // One negative difference, the smallest of eight but one: exact probability 2·(2 + …)/2⁸ ≥
    // 1/64.
    assertThat(summary.rows().get(1).pValue()).isBetween(1 / 64.0, 0.1);
  }

  @Test
  void givenOneTask_thenNothingToRank() {
    assertThat(
            RankSummary.of(
                new Trialed().with("A", "a", 0.1).with("A", "b", 0.2).of("a", "b"), Score.ECE))
        .isEmpty();
  }
}
