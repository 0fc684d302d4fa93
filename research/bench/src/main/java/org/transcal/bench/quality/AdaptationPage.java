package org.transcal.bench.quality;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BinaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.transcal.adapt.method.AdaptationMethod;
import org.transcal.bench.quality.AdaptationRuns.Run;

/** The page with the measured trainings. */
final class AdaptationPage {
  /** Mean target accuracy of PyTorch models of the same shape, schedule and rows, seed 0. */
  private static final Map<String, Map<String, String>> PEER =
      Map.of(
          "amazon_bow",
          peer("source-only 75.2, dan 77.5, jan 77.2, dann 76.7, cdan-e 77.3, mdd 76.8, bnm 76.9"),
          "office_caltech10_surf",
          peer(
              "source-only 46.2, dan 46.3, jan 45.7, dann 48.0, cdan-e 48.9, mdd 48.3, bnm 48.7,"
                  + " afn 45.4, mcd 43.1"));

  private static final String BASELINE = "source-only";

  /** A gain that counts, and a shortfall that is too large. */
  private static final double POINT = 0.01;

  private static final double ROUNDING = 1e-9;

  private final List<Run> runs;

  /** Takes the seeds of a method for which all tasks of a data set are measured. */
  AdaptationPage(List<Run> measured) {
    this.runs =
        measured.stream()
            .filter(run -> count(measured, run) == tasks(measured, run.data()))
            .toList();
  }

  private static long count(List<Run> runs, Run like) {
    return runs.stream()
        .filter(run -> run.data().equals(like.data()) && run.method().equals(like.method()))
        .filter(run -> run.seed() == like.seed())
        .count();
  }

  private static long tasks(List<Run> runs, String data) {
    return runs.stream().filter(run -> run.data().equals(data)).map(Run::task).distinct().count();
  }

  /** Accuracies by method. */
  private static Map<String, String> peer(String accuracies) {
    return Arrays.stream(accuracies.split(", "))
        .collect(Collectors.toMap(pair -> pair.split(" ")[0], pair -> pair.split(" ")[1]));
  }

  Page page() {
    Page page =
        Page.of("Every adaptation method on real data", "adaptation")
            .add(
                " Means over the tasks of each data set, in %%; in brackets the number of trained"
                    + " models per task (seeds). The PyTorch models have the same layers, schedule"
                    + " and rows, and seed 0. ECE is of target predictions before calibration (15"
                    + " bins). `%s` are images whose shift can be undone.%n",
                GeneratedDigits.NAME);
    addGains(page);
    addOptions(page);
    for (String data : suites()) {
      page.section(data)
          .head(
              "method | tasks | accuracy, seed 0 | PyTorch | accuracy, mean of seeds"
                  + " | ECE before calibration, seed 0 | ECE, mean of seeds");
      for (String method : AdaptationMethod.names()) {
        List<Run> ofMethod = of(data, method);
        List<Run> first = ofMethod.stream().filter(run -> run.seed() == 0).toList();
        if (!first.isEmpty()) {
          page.row(
              "`" + method + "`",
              first.size(),
              percent(first, Run::accuracy),
              PEER.getOrDefault(data, Map.of()).getOrDefault(method, "–"),
              accuracy(ofMethod),
              percent(first, Run::ece),
              percent(ofMethod, Run::ece));
        }
      }
    }
    return page;
  }

  private void addGains(Page page) {
    page.section("What adaptation gains")
        .add("Accuracy minus that of `")
        .add(BASELINE)
        .add("` with the same seeds, in points; bold from 1 point up.\n\n");
    addTable(
        page,
        "method",
        AdaptationMethod.names().stream()
            .filter(method -> !method.equals(BASELINE) && isMeasured(method))
            .toList(),
        method -> "`" + method + "`",
        this::gain);
    List<String> behindPeer = new ArrayList<>();
    PEER.forEach(
        (data, peers) ->
            peers.forEach(
                (method, accuracy) -> {
                  List<Run> ours = of(data, method);
                  double behind =
                      Double.parseDouble(accuracy) / 100 - Page.mean(ours, Run::accuracy);
                  if (behind > POINT - ROUNDING) {
                    behindPeer.add(
                        String.format(
                            Locale.ROOT, "`%s` on %s by %.1f", method, data, 100 * behind));
                  }
                }));
    Collections.sort(behindPeer);
    page.add(
        "\nAt least 1 point below PyTorch, mean of seeds: %s.\n",
        behindPeer.isEmpty() ? "none" : String.join(", ", behindPeer));
  }

  /** One row per model, one column per data set. */
  private void addTable(
      Page page,
      String head,
      List<String> models,
      UnaryOperator<String> name,
      BinaryOperator<String> cell) {
    page.head(1, Stream.concat(Stream.of(head), suites().stream()).toList());
    for (String model : models) {
      Stream<String> cells = suites().stream().map(data -> cell.apply(data, model));
      page.row(Stream.concat(Stream.of(name.apply(model)), cells).toList());
    }
  }

  private boolean isMeasured(String model) {
    return runs.stream().anyMatch(run -> run.method().equals(model));
  }

  /** Models that differ from the defaults in their network. */
  private void addOptions(Page page) {
    List<String> measured =
        TrainedModel.options().stream().map(TrainedModel::name).filter(this::isMeasured).toList();
    if (measured.isEmpty()) {
      return;
    }
    page.section("Options of the network")
        .add(
            "Accuracy, mean of seeds: normalization of every layer (`--normalization batch` or"
                + " `transnorm`), and the discriminator of CDAN on all products of features and ten"
                + " class probabilities (400 features) or on a random map of them (512"
                + " features).\n\n");
    List<String> models = new ArrayList<>(List.of(BASELINE, AdaptationMethod.CDAN_E.name()));
    models.addAll(measured);
    addTable(
        page,
        "model",
        models,
        model -> model,
        (data, model) -> of(data, model).isEmpty() ? "–" : accuracy(of(data, model)));
  }

  /** The mean accuracy, and the number of seeds in brackets. */
  private static String accuracy(List<Run> ofModel) {
    return percent(ofModel, Run::accuracy) + " (" + seeds(ofModel).size() + ")";
  }

  private String gain(String data, String method) {
    Set<Long> seeds = seeds(of(data, method));
    seeds.retainAll(seeds(of(data, BASELINE)));
    if (seeds.isEmpty()) {
      return "–";
    }
    double gain = accuracy(data, method, seeds) - accuracy(data, BASELINE, seeds);
    String shown = String.format(Locale.ROOT, "%+.1f", 100 * gain);
    return (gain > POINT - ROUNDING ? "**" + shown + "**" : shown) + " (" + seeds.size() + ")";
  }

  private double accuracy(String data, String method, Set<Long> seeds) {
    return Page.mean(
        of(data, method).stream().filter(run -> seeds.contains(run.seed())).toList(),
        Run::accuracy);
  }

  private List<String> suites() {
    return runs.stream().map(Run::data).distinct().toList();
  }

  private List<Run> of(String data, String method) {
    return runs.stream()
        .filter(run -> run.data().equals(data) && run.method().equals(method))
        .toList();
  }

  private static Set<Long> seeds(List<Run> runs) {
    return runs.stream().map(Run::seed).collect(Collectors.toCollection(TreeSet::new));
  }

  private static String percent(List<Run> runs, ToDoubleFunction<Run> value) {
    return Page.percent(Page.mean(runs, value));
  }
}
