package org.transcal.cli.plan;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.transcal.io.file.InputException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Options of a command in a YAML file: {@code seed: 7} is {@code --seed 7}, a list repeats the
 * option, {@code true} sets a flag. Options on the command line win.
 */
public final class ConfigFile {
  /** The option that names the file. */
  public static final String OPTION = "--config";

  private ConfigFile() {}

  /** The words of a command line with the file's options in place of {@value #OPTION} FILE. */
  public static String[] expand(String[] words, CommandSpec command) {
    List<String> expanded = new ArrayList<>(Arrays.asList(words));
    int at = expanded.indexOf(OPTION);
    if (at < 0 || at + 1 == words.length) {
      return words; // Without a file, picocli says what is missing.
    }
    Path file = Path.of(words[at + 1]);
    expanded.subList(at, at + 2).clear();
    List<String> given = List.copyOf(expanded);
    for (Map.Entry<String, PlanNode> entry : PlanNode.read(file).members().entrySet()) {
      String name = "--" + entry.getKey();
      OptionSpec option = command.findOption(name);
      if (option == null || name.equals(OPTION)) {
        throw entry
            .getValue()
            .wrong(
                "has %s; %s has no option %s",
                InputException.quote(entry.getKey()), command.name(), InputException.quote(name));
      }
      boolean isGiven =
          Arrays.stream(option.names())
              .anyMatch(n -> given.stream().anyMatch(w -> w.equals(n) || w.startsWith(n + "=")));
      if (!isGiven) {
        expanded.addAll(words(option, name, entry.getValue().items()));
      }
    }
    return expanded.toArray(String[]::new);
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
