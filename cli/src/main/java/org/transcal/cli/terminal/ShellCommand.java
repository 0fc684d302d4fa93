package org.transcal.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A command as typed into a shell, quoted where needed. */
public final class ShellCommand {
  private static final Pattern PLAIN =
      Pattern.compile("[\\p{L}\\p{N}_./:=,@%+-]+", Pattern.UNICODE_CHARACTER_CLASS);

  private final List<String> words = new ArrayList<>();

  /** A command of the given words. */
  public ShellCommand(String... words) {
    add(words);
  }

  /** Adds words. */
  public ShellCommand add(String... more) {
    words.addAll(List.of(more));
    return this;
  }

  @Override
  public String toString() {
    return words.stream().map(ShellCommand::quoted).collect(Collectors.joining(" "));
  }

  private static String quoted(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
