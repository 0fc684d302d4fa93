package org.transcal.workflow;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.transcal.io.dataset.DataSet;
import org.transcal.io.dataset.DataSetFiles;
import org.transcal.io.dataset.FeatureRows;
import org.transcal.io.dataset.SparseRows;
import org.transcal.io.file.InputException;
import org.transcal.io.file.MissingAddOnException;
import org.transcal.io.file.NearMiss;
import org.transcal.io.json.Provenance;
import org.transcal.workflow.Plan.Training;
import org.transcal.workflow.Plan.Transfer;

/** Tasks that a plan trains: one per transfer, adaptation method and seed. */
final class TrainingPlan {
  private static final int DIGEST_LENGTH = 12;
  private static final int LONGEST_NAME = 60;

  /** Columns of the features of a trained task. */
  private static final long FEATURES = 64;

  /** Arrays of a trained task that have a value per target row and class. */
  private static final long TARGET_ARRAYS = 5;

  private static final Pattern NAME =
      Pattern.compile("[\\p{L}\\p{N} ._+-]{1," + LONGEST_NAME + "}");

  private final Path plan;
  private final Optional<TaskTrainer> trainer;
  private final ExperimentFolder folder;
  private final int repeats;

  /** Tasks of a plan, trained into a folder and run the given number of times. */
  TrainingPlan(Path plan, Optional<TaskTrainer> trainer, ExperimentFolder folder, int repeats) {
    this.plan = plan;
    this.trainer = trainer;
    this.folder = folder;
    this.repeats = repeats;
  }

  /** The largest range of seeds of any training, from minimum to maximum; at least 1. */
  static long seedSpan(List<Training> all) {
    return all.stream()
        .map(training -> training.seeds().stream().mapToLong(seed -> seed).summaryStatistics())
        .mapToLong(seeds -> 1 + seeds.getMax() - seeds.getMin())
        .reduce(1, Math::max);
  }

  List<PlannedTask> tasks(List<Training> all) {
    if (all.isEmpty()) {
      return List.of();
    }
    TaskTrainer present = trainer.orElseThrow(() -> withoutTrainer(all));
    List<PlannedTask> tasks = new ArrayList<>();
    for (Training training : all) {
      addTasks(tasks, training, present);
    }
    return tasks;
  }

  private void addTasks(List<PlannedTask> tasks, Training training, TaskTrainer present) {
    for (String method : training.methods()) {
      if (!present.methods().contains(method)) {
        String question = NearMiss.question(method, present.methods());
        String hint =
            question.isEmpty()
                ? "the methods are " + InputException.list(present.methods())
                : question;
        throw wrong("unknown adaptation method %s; %s", InputException.quote(method), hint);
      }
    }
    DataSet data = DataSetFiles.read(training.data());
    List<String> domains = data.domainNames();
    String digest = DataSetFiles.digest(training.data());
    List<Transfer> transfers =
        training.transfers().isEmpty() ? pairs(domains) : checked(training.transfers(), domains);
    String suite =
        training.suite().map(this::checked).orElseGet(() -> nameOf(training.data().get(0)));
    for (String method : training.methods()) {
      for (Transfer transfer : transfers) {
        String name = suite + "__" + shortName(transfer, domains) + "__" + method;
        long bytes = bytes(data, transfer);
        int firstRun = 0;
        for (long seed : training.seeds()) {
          TrainingOrder order =
              order(training, transfer, method, seed, name + "__seed" + seed, digest);
          PlannedTask.Training how =
              new PlannedTask.Training(present, order, folder.trained(), size(data), bytes);
          tasks.add(new PlannedTask(name, order.task(), seed, firstRun, Optional.of(how)));
          firstRun += repeats;
        }
      }
    }
  }

  /** Size of the features in memory; sparse rows are small. */
  private static long size(DataSet data) {
    FeatureRows features = data.features();
    return features instanceof SparseRows
        ? 0
        : (long) Float.BYTES * features.rows() * features.columns();
  }

  /** Size of a trained task's file, roughly. */
  private static long bytes(DataSet data, Transfer transfer) {
    long source = rows(data, transfer.source());
    long target = rows(data, transfer.target());
    long outputs = data.classes() * (source + TARGET_ARRAYS * target);
    return Float.BYTES * (outputs + FEATURES * (source + target));
  }

  private static long rows(DataSet data, String domain) {
    return data.rowsOf(data.domainNames().indexOf(domain)).length;
  }

  /** The file name has a digest of everything the task depends on. */
  private TrainingOrder order(
      Training training,
      Transfer transfer,
      String method,
      long seed,
      String fileName,
      String dataDigest) {
    int steps = training.steps().orElse(TrainingOrder.DEFAULT_STEPS);
    int ensemble = training.ensemble().orElse(1);
    String key =
        TrainedFiles.key(
            dataDigest,
            transfer.source(),
            transfer.target(),
            method,
            seed,
            steps,
            ensemble,
            Provenance.currentVersion());
    Path file = folder.task(fileName + "-" + key.substring(0, DIGEST_LENGTH) + ".npz");
    return new TrainingOrder(
        training.data(), transfer.source(), transfer.target(), method, seed, steps, ensemble, file);
  }

  /** A data set that is missing needs no add-on. */
  private InputException withoutTrainer(List<Training> all) {
    return all.stream()
        .flatMap(training -> training.data().stream())
        .filter(file -> !Files.exists(file))
        .findFirst()
        .map(file -> InputException.in(file, "there is no such file"))
        .orElseGet(
            () ->
                new MissingAddOnException(
                    "adapt",
                    plan
                        + ": trains models, but the add-on adapt is not installed; run the plan with"
                        + " the script ./transcal of the project, which builds it, or remove the"
                        + " section \"train\""));
  }

  private InputException wrong(String format, Object... values) {
    return InputException.in(plan, format, values);
  }

  private static List<Transfer> pairs(List<String> domains) {
    return domains.stream()
        .flatMap(source -> domains.stream().map(target -> new Transfer(source, target)))
        .filter(pair -> !pair.source().equals(pair.target()))
        .toList();
  }

  /** The suite, which becomes part of file names. */
  private String checked(String suite) {
    if (!NAME.matcher(suite).matches() || suite.startsWith(".")) {
      throw wrong(
          "the suite of a training is %s; it must have at most %s letters, digits, spaces and . _ + -,"
              + " and not start with a dot",
          InputException.quote(suite), LONGEST_NAME);
    }
    return suite;
  }

  private List<Transfer> checked(List<Transfer> transfers, List<String> domains) {
    for (Transfer transfer : transfers) {
      for (String domain : List.of(transfer.source(), transfer.target())) {
        if (!domains.contains(domain)) {
          throw wrong(
              "unknown domain %s; the data set has %s",
              InputException.quote(domain), InputException.list(domains));
        }
      }
    }
    return transfers;
  }

  /** {@code B2D}, as in the paper, if the initials of all domains differ; else full names. */
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

  /** A name made safe for file names. */
  private static String plain(String name) {
    return name.replaceAll("[^\\p{L}\\p{N}.+-]+", "-");
  }

  private static String nameOf(Path data) {
    return plain(data.getFileName().toString().replaceFirst("\\.[A-Za-z]+$", ""));
  }
}
