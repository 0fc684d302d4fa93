package org.transcal.cli.plan;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.transcal.cli.option.SeedAndBins;
import org.transcal.io.file.InputException;
import org.transcal.shift.Balance;
import org.transcal.workflow.Plan;
import org.transcal.workflow.Plan.Training;
import org.transcal.workflow.Plan.Transfer;

/**
 * The plan of an experiment, read from YAML.
 *
 * <pre>{@code
 * parameters:
 *   data: reviews.npz          # --set data=FILE overrides it
 * tasks: [bank]                # folders of tasks
 * train:                       # tasks to train first
 *   - data: $(data)            # one .npz, or svmlight files, one per domain
 *     suite: amazon
 *     transfers: all           # or [books -> dvd, …]
 *     methods: [mdd, cdan-e]
 *     seeds: [0, 1]
 *     steps: 800
 *     ensemble: 1
 * methods: [vanilla, temperature, transcal, oracle]
 * repeats: 1
 * seed: 0
 * bins: 15
 * balance: reweight
 * }</pre>
 *
 * <p>Paths are relative to the plan's folder; those given by {@code --set}, to the working folder.
 */
public final class PlanFile {
  private static final List<String> NAMES =
      List.of("parameters", "tasks", "train", "methods", "repeats", "seed", "bins", "balance");
  private static final List<String> TRAINING =
      List.of("data", "suite", "transfers", "methods", "seeds", "steps", "ensemble");
  private static final String ALL = "all";
  private static final String ARROW = "->";
  private static final int MOST = 1_000_000;

  private PlanFile() {}

  /** Reads a plan; the given parameters override its own. */
  public static Plan read(Path file, Map<String, String> given) {
    PlanNode root = PlanNode.read(file);
    Map<String, PlanNode> members = root.members(NAMES);
    PlanParameters parameters =
        PlanParameters.of(file, Optional.ofNullable(members.get("parameters")), given);
    Section section = new Section(members, parameters);
    List<Path> tasks = section.paths("tasks");
    List<Training> training =
        section.items("train").stream()
            .map(item -> training(item, new Section(item.members(TRAINING), parameters)))
            .toList();
    if (tasks.isEmpty() && training.isEmpty()) {
      throw root.wrong("starts a plan without tasks or train; one of them is needed");
    }
    Plan defaults = Plan.ofTasks(tasks);
    return InputException.naming(
        file,
        () ->
            new Plan(
                tasks,
                training,
                section.names("methods"),
                section.number("repeats", MOST).orElse(defaults.repeats()),
                section
                    .value("seed")
                    .map(node -> node.integer(Long.MIN_VALUE, Long.MAX_VALUE))
                    .orElse(defaults.seed()),
                section.number("bins", SeedAndBins.MOST_BINS).orElse(defaults.bins()),
                section.value("balance").map(PlanFile::balance).orElse(defaults.balance())));
  }

  private static Training training(PlanNode node, Section section) {
    List<Path> data = section.paths("data");
    List<String> methods = section.names("methods");
    if (data.isEmpty() || methods.isEmpty()) {
      throw node.wrong("starts a training without %s", data.isEmpty() ? "data" : "methods");
    }
    List<Long> seeds =
        section.values("seeds").stream()
            .map(seed -> seed.integer(Long.MIN_VALUE, Long.MAX_VALUE))
            .toList();
    List<Transfer> transfers = transfers(section);
    for (List<?> list : List.of(methods, seeds, transfers)) {
      list.stream()
          .filter(item -> Collections.frequency(list, item) > 1)
          .findFirst()
          .ifPresent(
              item -> {
                throw node.wrong(
                    "has %s twice; every model is trained once",
                    InputException.quote(item.toString()));
              });
    }
    return new Training(
        data,
        section.value("suite").map(PlanNode::text),
        transfers,
        methods,
        seeds.isEmpty() ? List.of(0L) : seeds,
        section.number("steps", MOST),
        section.number("ensemble", MOST));
  }

  private static List<Transfer> transfers(Section section) {
    List<Transfer> transfers = new ArrayList<>();
    List<PlanNode> items = section.items("transfers");
    for (PlanNode item : items) {
      String text = section.parameters.filled(item).text();
      if (items.size() == 1 && text.equals(ALL)) {
        return List.of();
      }
      int arrow = text.indexOf(ARROW);
      String source = arrow < 0 ? "" : text.substring(0, arrow).strip();
      String target = arrow < 0 ? "" : text.substring(arrow + ARROW.length()).strip();
      if (source.isEmpty() || target.isEmpty() || source.equals(target)) {
        throw item.wrong(
            "has %s; \"source -> target\" is needed, or all", InputException.quote(text));
      }
      transfers.add(new Transfer(source, target));
    }
    return transfers;
  }

  private static Balance balance(PlanNode node) {
    return Arrays.stream(Balance.values())
        .filter(balance -> balance.name().equalsIgnoreCase(node.text()))
        .findFirst()
        .orElseThrow(
            () ->
                node.wrong(
                    "has %s; reweight or upsample is needed", InputException.quote(node.text())));
  }

  /** A map of the plan with its parameters. */
  private record Section(Map<String, PlanNode> members, PlanParameters parameters) {
    List<PlanNode> items(String name) {
      return members.containsKey(name) ? members.get(name).items() : List.of();
    }

    List<Path> paths(String name) {
      return items(name).stream().map(parameters::path).toList();
    }

    List<PlanNode> values(String name) {
      return parameters.filled(items(name));
    }

    Optional<PlanNode> value(String name) {
      return Optional.ofNullable(members.get(name)).map(parameters::filled);
    }

    List<String> names(String name) {
      List<String> names = values(name).stream().map(PlanNode::text).toList();
      return names.equals(List.of(ALL)) ? List.of() : names;
    }

    OptionalInt number(String name, int most) {
      return value(name).stream().mapToInt(node -> (int) node.integer(1, most)).findFirst();
    }
  }
}
