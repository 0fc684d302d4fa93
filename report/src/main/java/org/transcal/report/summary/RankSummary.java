package org.transcal.report.summary;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.transcal.comparison.Score;
import org.transcal.experiment.TaskName;
import org.transcal.experiment.Trials;
import org.transcal.matrix.Order;

/**
 * Which methods are better across tasks: mean ranks, and tests against the leader.
 *
 * <p>Each task is one observation, the mean over its repeats. Methods that saw target labels, or
 * did not run on every task, are left out.
 *
 * @param score the score that was ranked
 * @param tasks number of tasks
 * @param rows the methods by mean rank, the leader first
 * @param friedmanStatistic χ² of Friedman's test whether methods differ at all
 * @param friedmanPValue p-value of the same test
 */
public record RankSummary(
    Score score, int tasks, List<Row> rows, double friedmanStatistic, double friedmanPValue) {
  /**
   * A method.
   *
   * @param method its name
   * @param meanRank mean of its ranks over tasks; 1 is best
   * @param wins number of tasks on which no method is better
   * @param pValue p-value of the signed-rank test against the leader, Holm-corrected; 1 for the
   *     leader
   */
  public record Row(String method, double meanRank, int wins, double pValue) {}

  /** Copies the list. */
  public RankSummary {
    rows = List.copyOf(rows);
  }

  /** The summary over the tasks with labels; empty with fewer than two tasks or methods. */
  public static Optional<RankSummary> of(Trials trials, Score score) {
    List<TaskName> tasks = trials.scoredTasks();
    List<String> methods =
        trials.methods().stream()
            .filter(method -> !Trials.isYardstick(method))
            .filter(m -> tasks.stream().allMatch(t -> hasFinite(trials, t, m, score)))
            .toList();
    if (tasks.size() < 2 || methods.size() < 2) {
      return Optional.empty();
    }
    double[][] losses = new double[tasks.size()][methods.size()];
    double[] rankSums = new double[methods.size()];
    int[] wins = new int[methods.size()];
    for (int t = 0; t < losses.length; t++) {
      for (int m = 0; m < methods.size(); m++) {
        losses[t][m] =
            score.loss(trials.meanScore(tasks.get(t), methods.get(m), score).orElseThrow());
      }
      double[] ranks = RankTest.Ranks.of(losses[t]).values();
      double best = Arrays.stream(ranks).min().orElseThrow();
      for (int m = 0; m < ranks.length; m++) {
        rankSums[m] += ranks[m];
        wins[m] += ranks[m] == best ? 1 : 0;
      }
    }
    List<Row> rows = rows(methods, losses, rankSums, wins);
    RankTest friedman = RankTest.friedman(losses);
    return Optional.of(
        new RankSummary(score, tasks.size(), rows, friedman.statistic(), friedman.pValue()));
  }

  private static boolean hasFinite(Trials trials, TaskName task, String method, Score score) {
    return Double.isFinite(trials.meanScore(task, method, score).orElse(Double.NaN));
  }

  private static List<Row> rows(
      List<String> methods, double[][] losses, double[] rankSums, int[] wins) {
    int[] order = Order.ascending(rankSums);
    int leader = order[0];
    double[] pValues =
        Arrays.stream(order)
            .skip(1)
            .mapToDouble(
                m ->
                    RankTest.wilcoxon(
                            Arrays.stream(losses).mapToDouble(x -> x[m] - x[leader]).toArray())
                        .pValue())
            .toArray();
    double[] corrected = RankTest.holm(pValues);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < order.length; i++) {
      int m = order[i];
      double meanRank = rankSums[m] / losses.length;
      rows.add(new Row(methods.get(m), meanRank, wins[m], i == 0 ? 1 : corrected[i - 1]));
    }
    return rows;
  }
}
