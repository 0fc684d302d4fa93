package org.transcal.bench.quality;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
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
          Map.of(
              "source-only",
              "75.2",
              "dan",
              "77.5",
              "jan",
              "77.2",
              "dann",
              "76.7",
              "cdan-e",
              "77.3",
              "mdd",
              "76.8",
              "bnm",
              "76.9"),
          "office_caltech10_surf",
          Map.of(
              "source-only",
              "46.2",
              "dan",
              "46.3",
              "jan",
              "45.7",
              "dann",
              "48.0",
              "cdan-e",
              "48.9",
              "mdd",
              "48.3",
              "bnm",
              "48.7",
              "afn",
              "45.4",
              "mcd",
              "43.1"));

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

  String toMarkdown() {
    StringBuilder text = new StringBuilder("# Every adaptation method on real data\n\n");
    text.append(
        "Written by `research/bench/quality/adaptation`; do not edit. Means over the tasks of each");
    text.append(" data set, in %; in brackets the number of trained models per task (seeds).");
    text.append(" The PyTorch models have the same layers, schedule and rows, and seed 0.");
    text.append(" ECE is of target predictions before calibration (15 bins). `");
    text.append(GeneratedDigits.NAME).append("` are images whose shift can be undone.\n");
    addGains(text);
    addOptions(text);
    for (String data : suites()) {
      text.append("\n## ").append(data).append("\n\n");
      text.append("| method | tasks | accuracy, seed 0 | PyTorch | accuracy, mean of seeds |");
      text.append(" ECE before calibration, seed 0 | ECE, mean of seeds |\n");
      text.append("|---|---|---|---|---|---|---|\n");
      for (String method : AdaptationMethod.names()) {
        List<Run> ofMethod = of(data, method);
        List<Run> first = ofMethod.stream().filter(run -> run.seed() == 0).toList();
        if (!first.isEmpty()) {
          text.append("| `").append(method).append("` | ").append(first.size()).append(" | ");
          text.append(percent(first, Run::accuracy)).append(" | ");
          text.append(PEER.getOrDefault(data, Map.of()).getOrDefault(method, "–")).append(" | ");
          text.append(percent(ofMethod, Run::accuracy)).append(" (");
          text.append(seeds(ofMethod).size()).append(") | ");
          text.append(percent(first, Run::ece)).append(" | ");
          text.append(percent(ofMethod, Run::ece)).append(" |\n");
        }
      }
    }
    return text.toString();
  }

  private void addGains(StringBuilder text) {
    List<String> suites = suites();
    text.append("\n## What adaptation gains\n\nAccuracy minus that of `").append(BASELINE);
    text.append("` with the same seeds, in points; bold from 1 point up.\n\n| method |");
    suites.forEach(data -> text.append(' ').append(data).append(" |"));
    text.append("\n|---|").append("---:|".repeat(suites.size())).append('\n');
    for (String method : AdaptationMethod.names()) {
      if (!method.equals(BASELINE) && runs.stream().anyMatch(run -> run.method().equals(method))) {
        text.append("| `").append(method).append("` |");
        suites.forEach(data -> text.append(' ').append(gain(data, method)).append(" |"));
        text.append('\n');
      }
    }
    List<String> behindPeer = new ArrayList<>();
    PEER.forEach(
        (data, peers) ->
            peers.forEach(
                (method, accuracy) -> {
                  List<Run> ours = of(data, method);
                  double behind = Double.parseDouble(accuracy) / 100 - mean(ours, Run::accuracy);
                  if (behind > POINT - ROUNDING) {
                    behindPeer.add(
                        String.format(
                            Locale.ROOT, "`%s` on %s by %.1f", method, data, 100 * behind));
                  }
                }));
    Collections.sort(behindPeer);
    text.append("\nAt least 1 point below PyTorch, mean of seeds: ");
    text.append(behindPeer.isEmpty() ? "none" : String.join(", ", behindPeer)).append(".\n");
  }

  /** Models that differ from the defaults in their network. */
  private void addOptions(StringBuilder text) {
    List<String> measured =
        TrainedModel.options().stream()
            .map(TrainedModel::name)
            .filter(name -> runs.stream().anyMatch(run -> run.method().equals(name)))
            .toList();
    if (measured.isEmpty()) {
      return;
    }
    text.append("\n## Options of the network\n\nAccuracy, mean of seeds: normalization of every");
    text.append(
        " layer (`--normalization batch` or `transnorm`), and the discriminator of CDAN on");
    text.append(" all products of features and ten class probabilities (400 features) or on a");
    text.append(" random map of them (512 features).\n\n| model |");
    suites().forEach(data -> text.append(' ').append(data).append(" |"));
    text.append("\n|---|").append("---:|".repeat(suites().size())).append('\n');
    Stream.concat(Stream.of(BASELINE, AdaptationMethod.CDAN_E.name()), measured.stream())
        .forEach(
            model -> {
              text.append("| ").append(model).append(" |");
              for (String data : suites()) {
                List<Run> ofModel = of(data, model);
                text.append(' ');
                text.append(
                    ofModel.isEmpty()
                        ? "–"
                        : percent(ofModel, Run::accuracy) + " (" + seeds(ofModel).size() + ")");
                text.append(" |");
              }
              text.append('\n');
            });
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
    return mean(
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
    return String.format(Locale.ROOT, "%.1f", 100 * mean(runs, value));
  }

  private static double mean(List<Run> runs, ToDoubleFunction<Run> value) {
    return runs.stream().mapToDouble(value).average().orElse(Double.NaN);
  }
}
