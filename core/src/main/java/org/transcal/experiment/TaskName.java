package org.transcal.experiment;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the name of a task says: suite, transfer and model.
 *
 * <p>Two ways of naming are understood: {@code suite__task__model}, and {@code suite_model_task}
 * with a task such as {@code A2C}, which is how the authors of the method name theirs. Any other
 * name is a task of its own in the suite {@value #UNNAMED}.
 *
 * @param full the whole name
 * @param suite the data set
 * @param task the transfer, such as {@code A2C}
 * @param model how the model was trained; empty if the name does not say
 */
public record TaskName(String full, String suite, String task, String model)
    implements Comparable<TaskName> {
  /** The suite of tasks whose names do not give one. */
  public static final String UNNAMED = "tasks";

  private static final Pattern PARTS = Pattern.compile("(.+?)__(.+?)__(.+)");
  private static final Pattern AUTHORS = Pattern.compile("(.+)_([^_]+)_([^_2]+2[^_2]+)");
  private static final String SEPARATOR = "__";

  /** Reads a name. */
  public static TaskName of(String name) {
    Matcher parts = PARTS.matcher(name);
    if (parts.matches()
        && !parts.group(2).contains(SEPARATOR)
        && !parts.group(3).contains(SEPARATOR)) {
      return new TaskName(name, parts.group(1), parts.group(2), parts.group(3));
    }
    Matcher authors = AUTHORS.matcher(name);
    if (!name.contains(SEPARATOR) && authors.matches()) {
      return new TaskName(name, authors.group(1), authors.group(3), authors.group(2));
    }
    return new TaskName(name, UNNAMED, name, "");
  }

  /** Suite and model: what one table of results is about. */
  public String group() {
    return model.isEmpty() ? suite : suite + " · " + model;
  }

  @Override
  public int compareTo(TaskName other) {
    return full.compareTo(other.full);
  }
}
