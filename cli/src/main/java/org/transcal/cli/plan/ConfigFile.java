package org.transcal.cli.plan;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.transcal.io.file.InputException;
import org.transcal.io.file.NearMiss;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

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

  /**
   * The words of the file's options, except for those that the command line has.
   *
   * @param given the parsed command line: the root, then the command
   */
  public static List<String> words(Path file, List<ParseResult> given) {
    CommandSpec command = given.get(given.size() - 1).commandSpec();
    List<String> words = new ArrayList<>();
    PlanNode.read(file)
        .members()
        .forEach(
            (key, value) -> {
              OptionSpec option = option(command, "--" + key, value);
              if (given.stream().noneMatch(p -> p.hasMatchedOption(option.longestName()))) {
                value.items().forEach(item -> words.addAll(words(option, item)));
              }
            });
    return words;
  }

  private static OptionSpec option(CommandSpec command, String name, PlanNode value) {
    String key = InputException.quote(name.substring(2));
    if (NEVER_IN_FILES.contains(name)) {
      throw value.wrong("has %s, which only the command line may give", key);
    }
    OptionSpec option = command.findOption(name);
    if (option == null) {
      String question = NearMiss.question(name, command.optionsMap().keySet());
      throw value.wrong(
          "has %s; %s has no option %s%s",
          key,
          command.name(),
          InputException.quote(name),
          question.isEmpty() ? "" : "; " + question);
    }
    return option;
  }

  private static List<String> words(OptionSpec option, PlanNode value) {
    if (option.arity().max() > 0) {
      return List.of(option.longestName() + "=" + value.text());
    }
    return switch (value.text()) {
      case "true" -> List.of(option.longestName());
      case "false" -> List.of();
      default ->
          throw value.wrong("has %s; true or false is needed", InputException.quote(value.text()));
    };
  }
}
