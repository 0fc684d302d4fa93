package org.transcal.spark.local;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

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

  static LocalOptions parse(List<String> arguments) {
    String method = "transcal";
    String master = "local[2]";
    String save = "";
    int partitions = 4;
    List<String> rest = new ArrayList<>();
    Iterator<String> each = arguments.iterator();
    while (each.hasNext()) {
      String argument = each.next();
      switch (argument) {
        case "--help", "-h" -> {
          return new LocalOptions(Command.HELP, List.of(), method, master, partitions, save);
        }
        case "--method" -> method = value(argument, each);
        case "--master" -> master = value(argument, each);
        case "--save" -> save = value(argument, each);
        case "--partitions" -> partitions = count(value(argument, each));
        default -> {
          if (argument.startsWith("-")) {
            throw new UsageException("unknown option " + argument);
          }
          rest.add(argument);
        }
      }
    }
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

  private static String value(String option, Iterator<String> each) {
    require(each.hasNext(), option + " needs a value");
    return each.next();
  }

  private static int count(String text) {
    try {
      int count = Integer.parseInt(text);
      if (count >= 1) {
        return count;
      }
    } catch (NumberFormatException notANumber) {
      // Reported below.
    }
    throw new UsageException("--partitions is " + text + "; it must be a whole number ≥ 1");
  }
}
