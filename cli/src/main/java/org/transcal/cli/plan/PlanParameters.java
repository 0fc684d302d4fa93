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
import org.transcal.cli.terminal.Message;
import org.transcal.io.file.InputException;

/** Values that replace {@code $(name)} in a plan: its own, or those of the command line. */
final class PlanParameters {
  private static final Pattern USE = Pattern.compile("\\$\\(([A-Za-z0-9_-]+)\\)");

  /** Far more characters than any plan needs. */
  private static final int MOST_CHARACTERS = 1 << 24;

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
    node.ifPresent(n -> n.members().forEach((name, value) -> own.put(name, value.text())));
    for (String name : given.keySet()) {
      if (!own.containsKey(name)) {
        throw InputException.in(
            file, Message.of("has no parameter %s; %s", InputException.quote(name), known(own)));
      }
    }
    Path parent = file.toAbsolutePath().getParent();
    return new PlanParameters(parent, own, Map.copyOf(given));
  }

  private static String known(Map<String, String> own) {
    return "known parameters: " + InputException.list(new TreeSet<>(own.keySet()));
  }

  /** A leaf with its parameters filled in. */
  PlanNode filled(PlanNode node) {
    Matcher uses = USE.matcher(node.text());
    StringBuilder text = new StringBuilder();
    while (uses.find()) {
      String name = uses.group(1);
      String value = given.getOrDefault(name, own.get(name));
      if (value == null) {
        throw node.wrong("uses the parameter %s; %s", InputException.quote(name), known(own));
      }
      filledIn += value.length();
      if (filledIn > MOST_CHARACTERS) {
        throw node.wrong(
            "uses the parameter %s, but parameters may add at most %s characters to a plan",
            InputException.quote(name), MOST_CHARACTERS);
      }
      uses.appendReplacement(text, Matcher.quoteReplacement(value));
    }
    return node.withText(uses.appendTail(text).toString());
  }

  /** Leaves with their parameters filled in; a parameter may hold several, comma-separated. */
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

  /** A leaf as a path, relative to the working folder if given by the command line. */
  Path path(PlanNode node) {
    Matcher use = USE.matcher(node.text());
    boolean isGiven = use.lookingAt() && given.containsKey(use.group(1));
    String text = filled(node).text();
    try {
      if (!text.isEmpty()) {
        return isGiven ? Path.of(text) : folder.resolve(text).normalize();
      }
    } catch (InvalidPathException bad) {
      throw node.wrong("has %s, which is not a path", InputException.quote(text));
    }
    throw node.wrong("is an empty path");
  }
}
