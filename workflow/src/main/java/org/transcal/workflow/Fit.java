package org.transcal.workflow;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.transcal.calibration.FittedMethod;
import org.transcal.calibration.MethodSettings;
import org.transcal.calibration.Methods;
import org.transcal.comparison.MethodComparison;
import org.transcal.comparison.MethodResult;
import org.transcal.io.array.Precision;
import org.transcal.io.file.NearMiss;
import org.transcal.io.json.ModelFile;
import org.transcal.io.json.Provenance;
import org.transcal.matrix.Matrix;
import org.transcal.shift.Balance;

/**
 * Fits calibration methods to a task.
 *
 * <pre>{@code
 * Fit.Result fit = Fit.run(TaskInput.of(loaded), Fit.Options.defaults(), Listener.silent());
 * }</pre>
 */
public final class Fit {
  private Fit() {}

  /**
   * How to fit.
   *
   * @param methods names of methods, in order; empty for the default method
   * @param seed random seed
   * @param bins number of equal-width bins of the calibration error
   * @param balance how the domain classifier balances unequal domains
   */
  public record Options(List<String> methods, long seed, int bins, Balance balance) {
    /** Checks the names of methods. */
    public Options {
      methods = methods.stream().map(String::strip).distinct().toList();
      methods.forEach(Fit::requireKnown);
    }

    /** The default method, seed 0, 15 bins, balance by reweighting. */
    public static Options defaults() {
      return new Options(List.of(), 0, MethodSettings.defaults().bins(), Balance.REWEIGHT);
    }

    /** The methods to fit: those named, else the default with labels or without. */
    public List<String> methodsFor(TaskInput input) {
      return methods.isEmpty() ? List.of(standard(input).get(0)) : methods;
    }

    /** The same with other methods; an unknown name is an {@link OptionException}. */
    public Options withMethods(List<String> names) {
      return new Options(names, seed, bins, balance);
    }

    /** The same with every method. */
    public Options withAllMethods() {
      return withMethods(Methods.names());
    }

    /** The same with another seed. */
    public Options withSeed(long newSeed) {
      return new Options(methods, newSeed, bins, balance);
    }

    /** The same with another number of bins. */
    public Options withBins(int newBins) {
      return new Options(methods, seed, newBins, balance);
    }

    /** The same with the domains balanced in another way. */
    public Options withBalance(Balance newBalance) {
      return new Options(methods, seed, bins, newBalance);
    }
  }

  /**
   * What was found.
   *
   * @param input the task
   * @param comparison the methods' results, in the order in which they were named
   * @param chosen the method whose model and probabilities are for use
   * @param findings what the result means, in sentences
   */
  public record Result(
      TaskInput input, MethodComparison comparison, Chosen chosen, Findings findings) {
    /**
     * The results of methods on a task. The default method is chosen, with labels or without, if it
     * was fitted, else the last one named; the oracle, which uses target labels, only if no other
     * method was named.
     */
    public static Result of(TaskInput input, MethodComparison comparison) {
      return of(input, comparison, choice(input, comparison.results()));
    }

    /** The results of methods on a task, one of which is for use. */
    public static Result of(TaskInput input, MethodComparison comparison, Chosen chosen) {
      return new Result(
          input,
          comparison,
          chosen,
          FitFindings.of(input, comparison, subject(chosen, comparison)));
    }

    private static Chosen choice(TaskInput input, List<MethodResult> all) {
      for (String standard : standard(input)) {
        Optional<MethodResult> found = all.stream().filter(r -> isFitted(r, standard)).findFirst();
        if (found.isPresent()) {
          String condition = standard.equals(Methods.LABELLED) ? " if there are labels" : "";
          return new Chosen(found.get(), "the default method" + condition);
        }
      }
      if (all.size() == 1) {
        return new Chosen(all.get(0), "the only method named");
      }
      List<MethodResult> others =
          all.stream().filter(result -> !result.method().equals(Methods.ORACLE)).toList();
      return new Chosen(
          others.get(others.size() - 1),
          "the last one named" + (all.size() > others.size() ? ", except oracle" : ""));
    }

    private static boolean isFitted(MethodResult result, String method) {
      return result.method().equals(method) && result.fitted().isPresent();
    }

    private static Optional<MethodResult> subject(Chosen chosen, MethodComparison comparison) {
      return chosen.result().fitted().isPresent()
          ? Optional.of(chosen.result())
          : comparison.firstFitted();
    }

    /** Whether at least one method could be fitted. */
    public boolean ran() {
      return comparison.firstFitted().isPresent();
    }

    /** The method that the findings are about: the chosen one, else the first that was fitted. */
    public Optional<MethodResult> subject() {
      return subject(chosen, comparison);
    }

    /** The model of the chosen method, if it has one and could be fitted. */
    public Optional<ModelFile> model() {
      MethodResult result = chosen.result();
      Provenance provenance =
          new Provenance(
              result.method(), comparison.seed(), Provenance.currentVersion(), input.digests());
      return result.calibration().map(fit -> new ModelFile(fit.model(), provenance));
    }

    /** What the chosen method found, if it could be fitted. */
    public Optional<FittedMethod> fitted() {
      return chosen.result().fitted();
    }

    /** Precision of probabilities: that of the target logits. */
    public Precision precision() {
      return input.task().target().logits().values() instanceof Matrix.OfFloats
          ? Precision.FLOAT32
          : Precision.FLOAT64;
    }
  }

  /**
   * The result whose model is for use.
   *
   * @param reason why it was chosen
   */
  public record Chosen(MethodResult result, String reason) {
    /** The method's name. */
    public String method() {
      return result.method();
    }
  }

  /** Fits the methods one after the other, one step of progress each. */
  public static Result run(TaskInput input, Options options, Listener listener) {
    List<String> names = options.methodsFor(input);
    MethodSettings settings = settings(input, options);
    Iterator<String> waiting = names.iterator();
    try (Progress progress = Listener.interruptible(listener, "fitting", names.size())) {
      progress.running(waiting.next());
      MethodComparison comparison =
          MethodComparison.run(
              input.task(),
              names.stream().map(name -> Methods.named(name, settings)).toList(),
              settings,
              result -> {
                progress.advance(1);
                if (waiting.hasNext()) {
                  progress.running(waiting.next());
                }
              });
      return Result.of(input, comparison);
    }
  }

  /** The default methods, the preferred one first. */
  private static List<String> standard(TaskInput input) {
    return input.labels().isPresent()
        ? List.of(Methods.LABELLED, Methods.DEFAULT)
        : List.of(Methods.DEFAULT);
  }

  private static MethodSettings settings(TaskInput input, Options options) {
    MethodSettings plain =
        MethodSettings.defaults()
            .withSeed(options.seed())
            .withBins(options.bins())
            .withBalance(options.balance());
    MethodSettings given = input.labels().map(plain::withLabelledRows).orElse(plain);
    return input.targetLabels().map(given::withTargetLabels).orElse(given);
  }

  /** Fails, with the nearest names, unless there is a method of this name. */
  static void requireKnown(String method) {
    if (!Methods.names().contains(method)) {
      String question = NearMiss.question(method, Methods.names());
      throw new OptionException(
          "Unknown method \""
              + method
              + "\"; "
              + (question.isEmpty()
                  ? "the methods are " + String.join(", ", Methods.names())
                  : question));
    }
  }
}
