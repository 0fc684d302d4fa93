package org.transcal.spark.local;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * What {@code spark/run-local} was asked for.
 *
 * @param output where to save, empty for nowhere
 */
record LocalOptions(
    Command command,
    List<String> inputs,
    String method,
    String master,
    int partitions,
    String output) {
  /** What to do. */
  enum Command {
    FIT,
    CONVERT,
    HELP
  }

  /** The command line makes no sense; the message says why. */
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
      Fits tasks in a Spark of one machine and shows how it went.

      TASK is a task file or folder of the transcal command, which is then also fitted without
      Spark for comparison, or a .parquet file with the columns split, features, logits, label.

        --method M        the method (default: transcal)
        --save DIR        saves the model there, with its model.json; one TASK only
        --master URL      the Spark to use (default: local[2])
        --partitions N    partitions made of a task file (default: 4)
        --help            this text

      Examples:
        spark/run-local fit task.npz
        spark/run-local convert task.npz task.parquet && spark/run-local fit task.parquet
      Exit status: 0 done, 1 a bug of ours, 2 usage, 3 bad input, 4 the data cannot be calibrated.
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
    if (rest.isEmpty()) {
      throw new UsageException("a command is missing: fit or convert");
    }
    List<String> operands = rest.subList(1, rest.size());
    return switch (rest.get(0)) {
      case "fit" -> fit(operands, method, master, partitions, save);
      case "convert" -> {
        if (operands.size() != 2) {
          throw new UsageException("convert takes a task and the file to write");
        }
        yield new LocalOptions(
            Command.CONVERT, List.of(operands.get(0)), method, master, partitions, operands.get(1));
      }
      default -> throw new UsageException("unknown command " + rest.get(0));
    };
  }

  private static LocalOptions fit(
      List<String> tasks, String method, String master, int partitions, String save) {
    if (tasks.isEmpty()) {
      throw new UsageException("fit takes at least one task");
    }
    if (!save.isEmpty() && tasks.size() > 1) {
      throw new UsageException("--save goes with one task only");
    }
    return new LocalOptions(Command.FIT, List.copyOf(tasks), method, master, partitions, save);
  }

  private static String value(String option, Iterator<String> each) {
    if (!each.hasNext()) {
      throw new UsageException(option + " needs a value");
    }
    return each.next();
  }

  private static int count(String text) {
    try {
      int count = Integer.parseInt(text);
      if (count >= 1) {
        return count;
      }
    } catch (NumberFormatException e) {
      throw new UsageException("--partitions is " + text + ", which is no whole number");
    }
    throw new UsageException("--partitions is " + text + "; it must be at least 1");
  }
}
