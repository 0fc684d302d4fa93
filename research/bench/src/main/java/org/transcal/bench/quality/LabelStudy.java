package org.transcal.bench.quality;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.transcal.accuracy.TargetEstimate;
import org.transcal.accuracy.TargetEstimator;
import org.transcal.example.KnownShift;
import org.transcal.io.LoadedTask;
import org.transcal.io.TaskFiles;
import org.transcal.labelling.LabelSampler;
import org.transcal.labelling.LabelledAccuracy;
import org.transcal.labelling.LabelledEstimate;
import org.transcal.labelling.LabelledRows;
import org.transcal.metric.Interval;
import org.transcal.metric.ReliabilityDiagram;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.prediction.TopPredictions;
import org.transcal.shift.PreparedTask;
import org.transcal.task.TransferTask;

/** Labels chosen repeatedly on the same tasks: coverage and width of intervals, ECE. */
public final class LabelStudy {
  private static final int BINS = 15;
  private static final int CLOSED_FORMS = 20;

  /** Replications whose ECE interval is computed, which takes most of the time. */
  private static final int ECE_REPLICATIONS = 50;

  /** ln T from −4 to 5, finely enough for linear interpolation. */
  private static final double[] LOG_T =
      IntStream.rangeClosed(0, 450).mapToDouble(i -> -4 + 0.02 * i).toArray();

  private final int labels;
  private final int replications;
  private final Map<String, List<Result>> suites = new TreeMap<>();

  private LabelStudy(int labels, int replications) {
    this.labels = labels;
    this.replications = replications;
  }

  /**
   * What was found on one task.
   *
   * @param covered share of accuracy intervals that contain the accuracy of all target rows
   * @param coveredClosed the same for the accuracy in closed form; NaN if there is none
   * @param ratio mean half-width divided by that of Wilson's interval under random sampling
   * @param coveredEce share of ECE intervals that contain the ECE of all target rows
   * @param eceWidth mean width of the ECE intervals
   * @param recommended target ECE after {@code recommended}
   * @param labelled mean target ECE after {@code labelled}
   */
  private record Result(
      double covered,
      double coveredClosed,
      double ratio,
      double coveredEce,
      double eceWidth,
      double recommended,
      double labelled) {}

  /** Arguments: labels, replications, the Markdown file to write, folders of tasks. */
  public static void main(String[] arguments) throws IOException {
    LabelStudy study =
        new LabelStudy(Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]));
    for (Path path : Page.tasks(List.of(arguments).subList(3, arguments.length))) {
      LoadedTask loaded = TaskFiles.load(path);
      String suite = loaded.task().name().split("__")[0];
      study.add(suite, loaded.task(), loaded.targetLabels().orElseThrow(), Double.NaN);
    }
    for (int i = 0; i < CLOSED_FORMS; i++) {
      KnownShift known = KnownShift.sample(800, 400, 1000, 7000 + i);
      study.add(
          "`KnownShift`", known.task(), known.targetLabels(), KnownShift.trueTargetAccuracy());
      ShiftedGaussians problem = ShiftedGaussians.random(1000 + i);
      ShiftedGaussians.Sample sample = problem.sample(800, 400, 1000, 5000 + i);
      study.add(
          "`ShiftedGaussians`", sample.task(), sample.targetLabels(), problem.trueTargetAccuracy());
    }
    study.page().write(Path.of(arguments[2]));
  }

  private void add(String suite, TransferTask task, Labels truth, double closed) {
    Result result = new Replication(task, truth).result(closed);
    suites.computeIfAbsent(suite, s -> new ArrayList<>()).add(result);
    System.err.printf(Locale.ROOT, "%s %s: cover %.3f%n", suite, task.name(), result.covered());
  }

  /** One task, labelled repeatedly. */
  private final class Replication {
    private final Labels truth;
    private final TargetEstimate free;
    private final PreparedTask prepared;
    private final double[] correct;
    private final double[] confidence = new double[LOG_T.length];
    private final double[] errors = new double[LOG_T.length];

    Replication(TransferTask task, Labels truth) {
      this.truth = truth;
      this.free = TargetEstimator.seeded(0).estimate(task);
      this.prepared = free.prepared();
      Logits logits = task.target().logits();
      this.correct = logits.correctness(truth);
      IntStream.range(0, LOG_T.length)
          .parallel()
          .forEach(
              i -> {
                TopPredictions top = logits.softmax(Math.exp(LOG_T[i])).top();
                confidence[i] = Arrays.stream(top.confidences()).average().orElseThrow();
                errors[i] = ece(top.confidences());
              });
    }

    private double ece(double[] confidences) {
      return ReliabilityDiagram.of(
              confidences, correct, prepared.task().target().frequencies(), BINS)
          .expectedCalibrationError();
    }

    /** Target ECE at the temperature that matches mean confidence to an accuracy. */
    private double eceMatching(double accuracy) {
      int right = 1;
      while (right < LOG_T.length - 1 && confidence[right] > accuracy) {
        right++;
      }
      double share =
          (confidence[right - 1] - accuracy) / (confidence[right - 1] - confidence[right]);
      double inside = Math.max(0, Math.min(1, share));
      return (1 - inside) * errors[right - 1] + inside * errors[right];
    }

    Result result(double closed) {
      double accuracy = Arrays.stream(correct).average().orElseThrow();
      double own = ece(prepared.task().target().logits().softmax(1).top().confidences());
      List<double[]> values =
          IntStream.range(0, replications)
              .parallel()
              .mapToObj(seed -> replicate(seed, accuracy, closed, own))
              .toList();
      double looked = (double) replications / Math.min(replications, ECE_REPLICATIONS);
      return new Result(
          mean(values, 0),
          Double.isNaN(closed) ? closed : mean(values, 1),
          mean(values, 2) / mean(values, 3),
          mean(values, 4) * looked,
          mean(values, 5) * looked,
          eceMatching(free.accuracy().value()),
          mean(values, 6));
    }

    private static double mean(List<double[]> values, int index) {
      return Page.mean(values, each -> each[index]);
    }

    private double[] replicate(int seed, double accuracy, double closed, double ece) {
      LabelledRows rows = labelled(new LabelSampler(seed).choose(prepared, labels));
      LabelledAccuracy measured = LabelledAccuracy.of(prepared, rows);
      Interval interval = measured.accuracy().interval();
      double[] values = new double[7];
      values[0] = interval.contains(accuracy) ? 1 : 0;
      values[1] = interval.contains(closed) ? 1 : 0;
      values[2] = interval.high() - interval.low();
      values[3] = wilsonWidth(new SplittableRandom(seed));
      if (seed < ECE_REPLICATIONS) {
        Interval error = LabelledEstimate.of(free, rows, BINS).after().ece().interval();
        values[4] = error.contains(ece) ? 1 : 0;
        values[5] = error.high() - error.low();
      }
      values[6] = eceMatching(measured.pooledWith(free.accuracy()).value());
      return values;
    }

    private LabelledRows labelled(LabelledRows plan) {
      return new LabelledRows(
          plan.rows().stream().map(row -> row.labelled(truth.get(row.row()))).toList());
    }

    /** Width of Wilson's 90 % interval with as many rows drawn at random. */
    private double wilsonWidth(SplittableRandom random) {
      double n = Math.min(labels, correct.length);
      double right =
          random
              .ints(0, correct.length)
              .distinct()
              .limit((long) n)
              .mapToDouble(i -> correct[i])
              .sum();
      double p = right / n;
      double square = 1.6448536269514722 * 1.6448536269514722 / n;
      return 2 * Math.sqrt(square * p * (1 - p) + square * square / 4) / (1 + square);
    }
  }

  private Page page() {
    Page page =
        Page.of("What a few labels are worth", "labels")
            .add(
                "%n%n%d labels chosen by `transcal label`, %d replications per task. Coverage is the"
                    + " share of 90 %% intervals that contain the accuracy of all target rows;"
                    + " *closed form* is the share that contain the accuracy in closed form, from"
                    + " which the sampled rows deviate by a point or two. Half-widths are relative"
                    + " to Wilson's interval with as many random labels. ECE intervals are from %d"
                    + " replications.%n%n",
                labels, replications, Math.min(replications, ECE_REPLICATIONS))
            .head(
                "suite | tasks | coverage % | lowest % | closed form % | half-width"
                    + " | ECE coverage % | ECE width | ECE `recommended` % | ECE `labelled` %");
    suites.forEach(
        (suite, results) -> {
          double closed = Page.mean(results, Result::coveredClosed);
          page.add(
              "| %s | %d | %.1f | %.1f | %s | %.3f | %.1f | %.1f | %.2f | %.2f |%n",
              suite,
              results.size(),
              100 * Page.mean(results, Result::covered),
              100 * results.stream().mapToDouble(Result::covered).min().orElseThrow(),
              Double.isNaN(closed) ? "" : Page.percent(closed),
              Page.mean(results, Result::ratio),
              100 * Page.mean(results, Result::coveredEce),
              100 * Page.mean(results, Result::eceWidth),
              100 * Page.mean(results, Result::recommended),
              100 * Page.mean(results, Result::labelled));
        });
    double ratio = Page.mean(suites.values(), results -> Page.mean(results, Result::ratio));
    return page.add("%nMean half-width over suites: %.3f of Wilson's.%n", ratio);
  }
}
