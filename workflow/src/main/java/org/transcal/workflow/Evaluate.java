package org.transcal.workflow;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.transcal.calibration.MethodSettings;
import org.transcal.comparison.EvaluatedRows;
import org.transcal.model.CalibrationModel;

/** Measures labelled predictions by every metric. */
public final class Evaluate {
  private Evaluate() {}

  /** How to evaluate. */
  public static final class Options {
    private final long seed;
    private final int bins;
    private final Optional<String> positive;
    private final Optional<Calibration> calibration;

    /** A model to calibrate with first, and whether to evaluate the rows as they are, too. */
    private record Calibration(CalibrationModel model, Path file, boolean andBefore) {}

    private Options(
        long seed, int bins, Optional<String> positive, Optional<Calibration> calibration) {
      this.seed = seed;
      this.bins = bins;
      this.positive = positive;
      this.calibration = calibration;
    }

    /** Seed 0, 15 bins, no class on its own, no calibration. */
    public static Options defaults() {
      int bins = MethodSettings.defaults().bins();
      return new Options(0, bins, Optional.empty(), Optional.empty());
    }

    /** The same with another seed. */
    public Options withSeed(long newSeed) {
      return new Options(newSeed, bins, positive, calibration);
    }

    /** The same with another number of bins. */
    public Options withBins(int newBins) {
      return new Options(seed, newBins, positive, calibration);
    }

    /** The same and a class, by name or number, evaluated on its own as well. */
    public Options withPositive(String newClass) {
      return new Options(seed, bins, Optional.of(newClass), calibration);
    }

    /** The same for rows calibrated by a model; {@code file} names it in messages. */
    public Options withModel(CalibrationModel model, Path file) {
      return with(new Calibration(model, file, false));
    }

    /** The same for rows before and after calibration by a model. */
    public Options withBeforeAndAfter(CalibrationModel model, Path file) {
      return with(new Calibration(model, file, true));
    }

    private Options with(Calibration first) {
      return new Options(seed, bins, positive, Optional.of(first));
    }
  }

  /**
   * What was measured.
   *
   * @param rows the metrics of each input, or of each before and after calibration
   * @param findings what the result means, in sentences
   */
  public record Result(List<EvaluatedRows> rows, Findings findings) {
    /** Copies the list. */
    public Result {
      rows = List.copyOf(rows);
    }

    /** Evaluated rows, with warnings about them. */
    public static Result of(List<EvaluatedRows> rows, List<String> warnings) {
      return new Result(rows, EvaluateFindings.of(rows, warnings));
    }

    /** The name of a file without the folders that all files share. */
    public String shortName(EvaluatedRows file) {
      return shortName(file, rows);
    }

    static String shortName(EvaluatedRows file, List<EvaluatedRows> rows) {
      String first = rows.get(0).name();
      int folders =
          IntStream.rangeClosed(1, rows.size() > 1 ? first.length() : 0)
              .filter(end -> first.charAt(end - 1) == '/')
              .filter(
                  end -> rows.stream().allMatch(f -> f.name().startsWith(first.substring(0, end))))
              .max()
              .orElse(0);
      return file.name().substring(folders);
    }
  }

  /**
   * Evaluates all inputs.
   *
   * @throws OptionException if no class has the name or number of the positive one
   */
  public static Result run(List<EvaluateInput> inputs, Options options, Listener listener) {
    List<EvaluatedRows> results = new ArrayList<>();
    List<String> warnings = new ArrayList<>();
    for (EvaluateInput input : inputs) {
      boolean both = options.calibration.filter(Options.Calibration::andBefore).isPresent();
      String start = inputs.size() == 1 ? "" : input.name() + ", ";
      if (both || options.calibration.isEmpty()) {
        EvaluateRows rows = rows(input, options);
        String name = unique(both ? start + "before" : input.name(), results);
        results.add(evaluate(input, rows, name, options, warnings, listener));
      }
      options.calibration.ifPresent(
          with -> {
            EvaluateRows rows = rows(input, options);
            rows.calibrateBy(with.model(), with.file());
            String name = unique(both ? start + "after" : input.name(), results);
            results.add(evaluate(input, rows, name, options, warnings, listener));
          });
    }
    return Result.of(results, warnings);
  }

  private static EvaluateRows rows(EvaluateInput input, Options options) {
    return new EvaluateRows(input, options.positive.isPresent() ? 2 : 1);
  }

  private static EvaluatedRows evaluate(
      EvaluateInput input,
      EvaluateRows rows,
      String name,
      Options options,
      List<String> warnings,
      Listener listener) {
    int classes = rows.classes();
    List<String> names = input.classNames(classes);
    OptionalInt positive =
        options.positive.stream()
            .mapToInt(given -> RowEvaluation.classNumber(given, names, classes))
            .findFirst();
    RowEvaluation evaluation = new RowEvaluation(classes, options.seed, options.bins, positive);
    rows.forEachBlock(listener, evaluation::add);
    // The same rows are read before and after calibration.
    rows.warnings().stream().filter(w -> !warnings.contains(w)).forEach(warnings::add);
    try (Progress progress = Listener.interruptible(listener, "intervals of " + name, 1)) {
      EvaluatedRows result = evaluation.result(name, input.labels().name(), names);
      progress.advance(1);
      return result;
    }
  }

  private static String unique(String name, List<EvaluatedRows> results) {
    List<String> taken = results.stream().map(EvaluatedRows::name).toList();
    String free = name;
    for (int i = 2; taken.contains(free); i++) {
      free = name + " (" + i + ")";
    }
    return free;
  }
}
