package org.transcal.cli.experiment;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Optional;
import java.util.regex.Pattern;
import org.transcal.cli.TaskTrainer;
import org.transcal.cli.TrainingOrder;
import org.transcal.cli.plan.PlanFile;
import org.transcal.cli.plan.PlanFile.Training;
import org.transcal.cli.plan.PlanFile.Transfer;
import org.transcal.cli.terminal.Version;
import org.transcal.io.dataset.DataSetFiles;
import org.transcal.io.file.InputException;
import org.transcal.io.file.NearMiss;

/** The tasks that a plan trains: every transfer, adaptation method and seed. */
final class TrainingPlan {
  private static final int DIGEST_LENGTH = 12;
  private static final int LONGEST_NAME = 60;
  private static final Pattern NAME =
      Pattern.compile("[\\p{L}\\p{N} ._+-]{1," + LONGEST_NAME + "}");

  private final Path plan;
  private final Optional<TaskTrainer> trainer;
  private final ResultsFolder folder;
  private final int repeats;

  /**
   * Trained tasks of a plan.
   *
   * @param folder where they are kept
   * @param repeats how often each runs
   */
  TrainingPlan(Path plan, Optional<TaskTrainer> trainer, ResultsFolder folder, int repeats) {
    this.plan = plan;
    this.trainer = trainer;
    this.folder = folder;
    this.repeats = repeats;
  }

  /** How many numbers the seeds of any training span, from the least to the greatest; else 1. */
  static long seedSpan(List<Training> all) {
    long span = 1;
    for (Training training : all) {
      LongSummaryStatistics seeds =
          training.seeds().stream().mapToLong(seed -> seed).summaryStatistics();
      span = Math.max(span, 1 + seeds.getMax() - seeds.getMin());
    }
    return span;
  }

  List<PlannedTask> tasks(PlanFile file) {
    if (file.training().isEmpty()) {
      return List.of();
    }
    TaskTrainer present =
        trainer.orElseThrow(
            () ->
                InputException.in(
                    plan,
                    "trains models, but the add-on that trains is not there; run the plan with the"
                        + " script ./transcal at the root of the project, which builds it, or take"
                        + " the part \"train\" out"));
    List<PlannedTask> tasks = new ArrayList<>();
    for (Training training : file.training()) {
      addTasks(tasks, training, present);
    }
    return tasks;
  }

  private void addTasks(List<PlannedTask> tasks, Training training, TaskTrainer present) {
    for (String method : training.methods()) {
      if (!present.methods().contains(method)) {
        String question = NearMiss.question(method, present.methods());
        throw InputException.in(
            plan,
            "there is no adaptation method "
                + InputException.quote(method)
                + "; "
                + (question.isEmpty()
                    ? "there are " + InputException.list(present.methods())
                    : question));
      }
    }
    List<String> domains = DataSetFiles.read(training.data()).domainNames();
    String digest = DataSetFiles.digest(training.data());
    List<Transfer> transfers =
        training.transfers().isEmpty() ? pairs(domains) : checked(training.transfers(), domains);
    String suite =
        training.suite().map(this::checked).orElseGet(() -> nameOf(training.data().get(0)));
    for (String method : training.methods()) {
      for (Transfer transfer : transfers) {
        String name = suite + "__" + shortName(transfer, domains) + "__" + method;
        int firstRun = 0;
        for (long seed : training.seeds()) {
          TrainingOrder order = order(training, transfer, method, seed);
          Path task = folder.task(name + "__seed" + seed + "-" + key(order, digest) + ".npz");
          tasks.add(new TrainedTask(present, at(order, task), folder.trained(), name, firstRun));
          firstRun += repeats;
        }
      }
    }
  }

  private static TrainingOrder order(
      Training training, Transfer transfer, String method, long seed) {
    return new TrainingOrder(
        training.data(),
        transfer.source(),
        transfer.target(),
        method,
        seed,
        training.steps().orElse(TrainingOrder.USUAL_STEPS),
        training.ensemble().orElse(1),
        Path.of("task.npz"));
  }

  private static TrainingOrder at(TrainingOrder order, Path task) {
    return new TrainingOrder(
        order.dataSet(),
        order.source(),
        order.target(),
        order.method(),
        order.seed(),
        order.steps(),
        order.ensemble(),
        task);
  }

  /** Everything that the trained task depends on, so that no other one is taken for it. */
  private static String key(TrainingOrder order, String dataDigest) {
    String all =
        String.join(
            "\n",
            dataDigest,
            order.source(),
            order.target(),
            order.method(),
            Long.toString(order.seed()),
            Integer.toString(order.steps()),
            Integer.toString(order.ensemble()),
            Version.get());
    return Digests.of(all).substring(0, DIGEST_LENGTH);
  }

  private static List<Transfer> pairs(List<String> domains) {
    List<Transfer> pairs = new ArrayList<>();
    for (String source : domains) {
      for (String target : domains) {
        if (!source.equals(target)) {
          pairs.add(new Transfer(source, target));
        }
      }
    }
    return pairs;
  }

  /** A suite becomes part of file names. */
  private String checked(String suite) {
    if (!NAME.matcher(suite).matches() || suite.startsWith(".")) {
      throw InputException.in(
          plan,
          "the suite of a training is "
              + InputException.quote(suite)
              + "; it must be a name of letters, digits, spaces and . _ + -, at most "
              + LONGEST_NAME
              + " of them, not starting with a dot");
    }
    return suite;
  }

  private List<Transfer> checked(List<Transfer> transfers, List<String> domains) {
    for (Transfer transfer : transfers) {
      for (String domain : List.of(transfer.source(), transfer.target())) {
        if (!domains.contains(domain)) {
          throw InputException.in(
              plan,
              "there is no domain "
                  + InputException.quote(domain)
                  + "; the data's are "
                  + InputException.list(domains));
        }
      }
    }
    return transfers;
  }

  /** {@code B2D}, as the paper has it, where first letters tell the domains apart. */
  private static String shortName(Transfer transfer, List<String> domains) {
    boolean distinct =
        domains.stream().map(TrainingPlan::initial).distinct().count() == domains.size();
    return distinct
        ? initial(transfer.source()) + "2" + initial(transfer.target())
        : plain(transfer.source()) + "2" + plain(transfer.target());
  }

  private static String initial(String domain) {
    return domain.isEmpty()
        ? ""
        : plain(domain.substring(0, domain.offsetByCodePoints(0, 1))).toUpperCase(Locale.ROOT);
  }

  /** A name that can be part of a file's. */
  private static String plain(String name) {
    return name.replaceAll("[^\\p{L}\\p{N}.+-]+", "-");
  }

  private static String nameOf(Path data) {
    return plain(data.getFileName().toString().replaceFirst("\\.[A-Za-z]+$", ""));
  }
}
