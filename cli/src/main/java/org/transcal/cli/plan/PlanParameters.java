package org.transcal.cli.plan;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.transcal.io.file.InputException;

/** Values that stand in a plan as {@code $(name)}: its own, or those of the command line. */
final class PlanParameters {
  private static final Pattern USE = Pattern.compile("\\$\\(([A-Za-z0-9_-]+)\\)");

  /** Far more than any plan needs, and little enough to hold. */
  private static final int MOST_FILLED_IN = 1 << 24;

  private final Path folder;
  private final Map<String, String> own;
  private final Map<String, String> given;
  private long filledIn;

  private PlanParameters(Path folder, Map<String, String> own, Map<String, String> given) {
    this.folder = folder;
    this.own = own;
    this.given = given;
  }

  /** The parameters of a plan. */
  static PlanParameters of(Path file, Optional<PlanNode> node, Map<String, String> given) {
    Map<String, String> own = new HashMap<>();
    node.ifPresent(n -> n.anyMembers().forEach((name, value) -> own.put(name, value.text())));
    for (String name : given.keySet()) {
      if (!own.containsKey(name)) {
        throw InputException.in(
            file,
            "has no parameter "
                + InputException.quote(name)
                + "; its parameters are "
                + InputException.list(new TreeSet<>(own.keySet())));
      }
    }
    Path parent = file.toAbsolutePath().getParent();
    return new PlanParameters(parent, own, Map.copyOf(given));
  }

  /** A leaf with its parameters filled in. */
  PlanNode filled(PlanNode node) {
    Matcher uses = USE.matcher(node.text());
    StringBuilder text = new StringBuilder();
    while (uses.find()) {
      String name = uses.group(1);
      String value = given.getOrDefault(name, own.get(name));
      if (value == null) {
        throw node.wrong(
            "uses the parameter "
                + InputException.quote(name)
                + "; the plan's are "
                + InputException.list(new TreeSet<>(own.keySet())));
      }
      filledIn += value.length();
      if (filledIn > MOST_FILLED_IN) {
        throw node.wrong(
            "uses the parameter "
                + InputException.quote(name)
                + " where parameters have made the plan grow by "
                + MOST_FILLED_IN
                + " characters already; it may not grow more");
      }
      uses.appendReplacement(text, Matcher.quoteReplacement(value));
    }
    return node.withText(uses.appendTail(text).toString());
  }

  /** Leaves with their parameters filled in; a parameter may stand for several, commas between. */
  List<PlanNode> filled(List<PlanNode> nodes) {
    List<PlanNode> all = new ArrayList<>();
    for (PlanNode node : nodes) {
      PlanNode whole = filled(node);
      if (whole.text().equals(node.text())) {
        all.add(whole);
      } else {
        Arrays.stream(whole.text().split(","))
            .map(String::strip)
            .map(node::withText)
            .forEach(all::add);
      }
    }
    return all;
  }

  /** A leaf as a path: from the working folder where the command line gave it, else the plan's. */
  Path path(PlanNode node) {
    Matcher use = USE.matcher(node.text());
    boolean ofCommand = use.lookingAt() && given.containsKey(use.group(1));
    String text = filled(node).text();
    try {
      if (!text.isEmpty()) {
        return ofCommand ? Path.of(text) : folder.resolve(text).normalize();
      }
    } catch (InvalidPathException bad) {
      throw node.wrong("has " + InputException.quote(text) + ", which is no path");
    }
    throw node.wrong("is an empty path");
  }
}
