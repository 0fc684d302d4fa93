package org.transcal.cli.plan;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.transcal.io.file.InputException;
import org.transcal.io.file.NearMiss;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * Options of a command in a YAML file: {@code seed: 7} is {@code --seed 7}, a list repeats the
 * option, {@code true} sets a flag. Options on the command line win.
 */
public final class ConfigFile {
  /** The option that names the file. */
  public static final String OPTION = "--config";

  /** Options for the command line alone; no file can start a program. */
  private static final List<String> NEVER_IN_FILES = List.of(OPTION, "--on-alert");

  private ConfigFile() {}

  /** The words of a command line with the file's options in place of {@value #OPTION} FILE. */
  public static String[] expand(String[] words, CommandSpec command) {
    List<String> all = Arrays.asList(words);
    int end = all.contains("--") ? all.indexOf("--") : words.length;
    List<String> given = new ArrayList<>(); // The options and other words before --.
    List<String> files = new ArrayList<>();
    for (int i = 0; i < end; i++) {
      if (words[i].equals(OPTION)) {
        i++;
        files.add(i < end && !words[i].startsWith("-") ? words[i] : "");
      } else if (words[i].startsWith(OPTION + "=")) {
        files.add(words[i].substring(OPTION.length() + 1));
      } else {
        given.add(words[i]);
      }
    }
    if (files.isEmpty()) {
      return words;
    }
    if (files.size() > 1 || files.get(0).isEmpty()) {
      throw new ParameterException(
          command.commandLine(),
          OPTION + (files.size() > 1 ? " may be given only once" : " needs a file"));
    }
    List<String> expanded = new ArrayList<>(given);
    PlanNode.read(Path.of(files.get(0)))
        .members()
        .forEach((key, value) -> expanded.addAll(words(command, given, key, value)));
    expanded.addAll(all.subList(end, words.length));
    return expanded.toArray(String[]::new);
  }

  /** The words of an entry of the file; none if the command line has the option. */
  private static List<String> words(
      CommandSpec command, List<String> given, String key, PlanNode value) {
    String name = "--" + key;
    if (NEVER_IN_FILES.contains(name)) {
      throw value.wrong("has %s, which only the command line may give", InputException.quote(key));
    }
    OptionSpec option = command.findOption(name);
    if (option == null) {
      String question = NearMiss.question(name, command.optionsMap().keySet());
      throw value.wrong(
          "has %s; %s has no option %s%s",
          InputException.quote(key),
          command.name(),
          InputException.quote(name),
          question.isEmpty() ? "" : "; " + question);
    }
    boolean isGiven =
        Arrays.stream(option.names())
            .anyMatch(n -> given.stream().anyMatch(w -> w.equals(n) || w.startsWith(n + "=")));
    return isGiven ? List.of() : words(option, name, value.items());
  }

  private static List<String> words(OptionSpec option, String name, List<PlanNode> values) {
    List<String> words = new ArrayList<>();
    for (PlanNode value : values) {
      if (option.arity().max() > 0) {
        words.add(name + "=" + value.text());
      } else if (value.text().equals("true")) {
        words.add(name);
      } else if (!value.text().equals("false")) {
        throw value.wrong("has %s; true or false is needed", InputException.quote(value.text()));
      }
    }
    return words;
  }
}
