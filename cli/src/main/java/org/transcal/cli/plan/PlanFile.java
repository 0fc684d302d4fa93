package org.transcal.cli.plan;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.transcal.io.file.InputException;
import org.transcal.shift.Balance;

/**
 * A plan: what an experiment runs on what, read from YAML.
 *
 * <pre>{@code
 * parameters:
 *   data: reviews.npz          # --set data=FILE replaces it
 * tasks: [bank]                # folders of tasks
 * train:                       # tasks that are trained first
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
 * <p>Relative paths are relative to the plan's folder, those given by {@code --set} to the working
 * folder.
 *
 * @param tasks folders of tasks
 * @param training what is trained first
 * @param methods calibration methods; empty for all
 * @param repeats how often each task runs
 * @param seed seed of the first run
 * @param bins number of ECE bins
 * @param balance how domains are balanced
 */
public record PlanFile(
    List<Path> tasks,
    List<Training> training,
    List<String> methods,
    OptionalInt repeats,
    OptionalLong seed,
    OptionalInt bins,
    Optional<Balance> balance) {
  private static final List<String> NAMES =
      List.of("parameters", "tasks", "train", "methods", "repeats", "seed", "bins", "balance");
  private static final List<String> TRAINING =
      List.of("data", "suite", "transfers", "methods", "seeds", "steps", "ensemble");
  private static final String ALL = "all";
  private static final String ARROW = "->";
  private static final int MOST = 1_000_000;

  /** Copies the lists. */
  public PlanFile {
    tasks = List.copyOf(tasks);
    training = List.copyOf(training);
    methods = List.copyOf(methods);
  }

  /** A source and a target domain. */
  public record Transfer(String source, String target) {}

  /**
   * Tasks that are trained: every transfer with every method and seed.
   *
   * @param data one {@code .npz} or folder, or svmlight files, one per domain
   * @param suite the first part of the tasks' names; empty for the name of the data
   * @param transfers which; empty for every ordered pair of domains
   * @param methods adaptation methods
   * @param seeds of training
   * @param steps of the optimizer, if the plan says
   * @param ensemble how many models, if the plan says
   */
  public record Training(
      List<Path> data,
      Optional<String> suite,
      List<Transfer> transfers,
      List<String> methods,
      List<Long> seeds,
      OptionalInt steps,
      OptionalInt ensemble) {
    /** Copies the lists. */
    public Training {
      data = List.copyOf(data);
      transfers = List.copyOf(transfers);
      methods = List.copyOf(methods);
      seeds = List.copyOf(seeds);
    }
  }

  /**
   * Reads a plan.
   *
   * @param given values of parameters by name, in place of the plan's own
   * @throws InputException naming file, line, value and what would be right
   */
  public static PlanFile read(Path file, Map<String, String> given) {
    PlanNode root = PlanNode.read(file);
    Map<String, PlanNode> members = root.members(NAMES);
    PlanParameters parameters =
        PlanParameters.of(file, Optional.ofNullable(members.get("parameters")), given);
    List<Path> tasks = new ArrayList<>();
    items(members, "tasks").forEach(item -> tasks.add(parameters.path(item)));
    List<Training> training = new ArrayList<>();
    items(members, "train").forEach(item -> training.add(training(item, parameters)));
    if (tasks.isEmpty() && training.isEmpty()) {
      throw root.wrong("starts a plan without tasks and without train; one of them is needed");
    }
    return new PlanFile(
        tasks,
        training,
        names(members, "methods", parameters),
        number(members, "repeats", parameters),
        members.containsKey("seed")
            ? OptionalLong.of(
                parameters.filled(members.get("seed")).integer(Long.MIN_VALUE, Long.MAX_VALUE))
            : OptionalLong.empty(),
        number(members, "bins", parameters),
        Optional.ofNullable(members.get("balance")).map(node -> balance(parameters.filled(node))));
  }

  private static Training training(PlanNode node, PlanParameters parameters) {
    Map<String, PlanNode> members = node.members(TRAINING);
    List<Path> data = new ArrayList<>();
    items(members, "data").forEach(item -> data.add(parameters.path(item)));
    List<String> methods = names(members, "methods", parameters);
    if (data.isEmpty() || methods.isEmpty()) {
      throw node.wrong("starts a training without " + (data.isEmpty() ? "data" : "methods"));
    }
    List<Long> seeds = new ArrayList<>();
    for (PlanNode seed : parameters.filled(items(members, "seeds"))) {
      seeds.add(seed.integer(Long.MIN_VALUE, Long.MAX_VALUE));
    }
    return new Training(
        data,
        Optional.ofNullable(members.get("suite")).map(suite -> parameters.filled(suite).text()),
        transfers(items(members, "transfers"), parameters),
        methods,
        seeds.isEmpty() ? List.of(0L) : seeds,
        number(members, "steps", parameters),
        number(members, "ensemble", parameters));
  }

  private static List<Transfer> transfers(List<PlanNode> items, PlanParameters parameters) {
    List<Transfer> transfers = new ArrayList<>();
    for (PlanNode item : items) {
      String text = parameters.filled(item).text();
      if (items.size() == 1 && text.equals(ALL)) {
        return List.of();
      }
      int arrow = text.indexOf(ARROW);
      String source = arrow < 0 ? "" : text.substring(0, arrow).strip();
      String target = arrow < 0 ? "" : text.substring(arrow + ARROW.length()).strip();
      if (source.isEmpty() || target.isEmpty() || source.equals(target)) {
        throw item.wrong(
            "has " + InputException.quote(text) + "; \"source -> target\" is needed, or all");
      }
      transfers.add(new Transfer(source, target));
    }
    return transfers;
  }

  private static Balance balance(PlanNode node) {
    for (Balance balance : Balance.values()) {
      if (balance.name().equalsIgnoreCase(node.text())) {
        return balance;
      }
    }
    throw node.wrong(
        "has " + InputException.quote(node.text()) + "; reweight or upsample is needed");
  }

  private static List<String> names(
      Map<String, PlanNode> members, String name, PlanParameters parameters) {
    List<String> names =
        parameters.filled(items(members, name)).stream().map(PlanNode::text).toList();
    return names.equals(List.of(ALL)) ? List.of() : names;
  }

  private static OptionalInt number(
      Map<String, PlanNode> members, String name, PlanParameters parameters) {
    return members.containsKey(name)
        ? OptionalInt.of((int) parameters.filled(members.get(name)).integer(1, MOST))
        : OptionalInt.empty();
  }

  private static List<PlanNode> items(Map<String, PlanNode> members, String name) {
    return members.containsKey(name) ? members.get(name).items() : List.of();
  }
}
