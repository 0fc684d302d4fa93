package org.transcal.spark.local;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * The command line of {@code spark/run-local}.
 *
 * @param output file or folder to write, empty for none
 */
record LocalOptions(
    Command command,
    List<String> inputs,
    String method,
    String master,
    int partitions,
    String output) {
  enum Command {
    FIT,
    CONVERT,
    HELP
  }

  /** A wrong command line; the message says why. */
  static final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UsageException(String message) {
      super(message + "; see run-local --help");
    }
  }

  static final String HELP =
      """
      Usage: spark/run-local fit TASK... [--method M] [--save DIR]
             spark/run-local convert TASK OUT.parquet
      Fits tasks with Spark on this machine and prints a summary.

      TASK is a task file or folder of the transcal command, which is also fitted without Spark
      for comparison, or a .parquet file with the columns split, features, logits, label.

        --method M        calibration method (default: transcal)
        --save DIR        save the model with its model.json in DIR; one TASK only
        --master URL      Spark master (default: local[2])
        --partitions N    number of partitions of a task file (default: 4)
        --help            show this help

      Examples:
        spark/run-local fit task.npz
        spark/run-local convert task.npz task.parquet && spark/run-local fit task.parquet
      Exit status: 0 success, 1 internal error, 2 usage, 3 bad input, 4 the data cannot be
      calibrated.
      """;

  private static final Map<String, String> DEFAULTS =
      Map.of("--method", "transcal", "--master", "local[2]", "--save", "", "--partitions", "4");

  static LocalOptions parse(List<String> arguments) {
    Map<String, String> options = new HashMap<>(DEFAULTS);
    List<String> rest = new ArrayList<>();
    Iterator<String> each = arguments.iterator();
    while (each.hasNext()) {
      String argument = each.next();
      if (argument.equals("--help") || argument.equals("-h")) {
        return new LocalOptions(Command.HELP, List.of(), "", "", 1, "");
      } else if (options.containsKey(argument)) {
        require(each.hasNext(), argument + " needs a value");
        options.put(argument, each.next());
      } else {
        require(!argument.startsWith("-"), "unknown option " + argument);
        rest.add(argument);
      }
    }
    String method = options.get("--method");
    String master = options.get("--master");
    String save = options.get("--save");
    int partitions = count(options.get("--partitions"));
    require(!rest.isEmpty(), "a command is missing: fit or convert");
    List<String> operands = List.copyOf(rest.subList(1, rest.size()));
    return switch (rest.get(0)) {
      case "fit" -> {
        require(!operands.isEmpty(), "fit takes at least one task");
        require(save.isEmpty() || operands.size() == 1, "--save takes one task only");
        yield new LocalOptions(Command.FIT, operands, method, master, partitions, save);
      }
      case "convert" -> {
        require(operands.size() == 2, "convert takes a task and the file to write");
        yield new LocalOptions(
            Command.CONVERT, operands.subList(0, 1), method, master, partitions, operands.get(1));
      }
      default -> throw new UsageException("unknown command " + rest.get(0));
    };
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new UsageException(message);
    }
  }

  private static int count(String text) {
    boolean valid = text.matches("[1-9][0-9]{0,8}");
    require(valid, "--partitions is " + text + "; it must be a whole number ≥ 1");
    return Integer.parseInt(text);
  }
}
