package org.transcal.report.summary;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.transcal.experiment.Trial;
import org.transcal.metric.Interval;
import org.transcal.metric.ReliabilityDiagram;
import org.transcal.metric.ReliabilityDiagram.Bin;

/**
 * Reliability diagrams of repeated runs as one.
 *
 * @param bins the mean of each bin over the runs that have rows there, with the mean number of rows
 *     of all; the interval is accuracy ± its standard deviation over runs, within [0, 1]; for a
 *     single run, the Clopper-Pearson interval
 * @param repeats number of runs
 */
public record DiagramSpread(List<Bin> bins, int repeats) {
  /** Copies the list. */
  public DiagramSpread {
    bins = List.copyOf(bins);
  }

  /** The spread of a method's diagrams on a task; empty if there are none. */
  public static Optional<DiagramSpread> of(List<Trial> trials) {
    List<ReliabilityDiagram> diagrams =
        trials.stream()
            .flatMap(trial -> trial.fitted().stream())
            .flatMap(fitted -> fitted.diagram().stream())
            .toList();
    if (diagrams.isEmpty()) {
      return Optional.empty();
    }
    List<List<Bin>> byRun = diagrams.stream().map(ReliabilityDiagram::bins).toList();
    List<Bin> bins = new ArrayList<>();
    for (int b = 0; b < byRun.get(0).size(); b++) {
      int bin = b;
      bins.add(bin(byRun.stream().map(run -> run.get(bin)).toList()));
    }
    return Optional.of(new DiagramSpread(bins, diagrams.size()));
  }

  private static Bin bin(List<Bin> runs) {
    Bin first = runs.get(0);
    List<Bin> filled = runs.stream().filter(run -> run.count() > 0).toList();
    double count = runs.stream().mapToDouble(Bin::count).sum() / runs.size();
    if (filled.isEmpty()) {
      return new Bin(first.low(), first.high(), 0, Double.NaN, Double.NaN, new Interval(0, 1));
    }
    Spread accuracy = Spread.of(filled.stream().mapToDouble(Bin::accuracy).toArray());
    double confidence = filled.stream().mapToDouble(Bin::confidence).sum() / filled.size();
    Interval band =
        accuracy.isRepeated()
            ? new Interval(
                Math.max(0, accuracy.mean() - accuracy.deviation()),
                Math.min(1, accuracy.mean() + accuracy.deviation()))
            : filled.get(0).accuracyInterval();
    return new Bin(first.low(), first.high(), count, accuracy.mean(), confidence, band);
  }
}
