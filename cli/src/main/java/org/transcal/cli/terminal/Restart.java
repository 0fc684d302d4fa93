package org.transcal.cli.terminal;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Ends a command that its launcher is to start again, with an add-on or for long work. */
public final class Restart extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Tells the launcher what is wanted. */
  private static final String WANTED = "TRANSCAL_RESTART";

  private final String launcher;
  private final String wanted;

  Restart(String launcher, String wanted) {
    super("The command is started again for " + wanted, null, false, false);
    this.launcher = launcher;
    this.wanted = wanted;
  }

  /** Starts the command again with the same arguments; returns its exit status. */
  public int run(String... arguments) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of(arguments));
    words.add(0, launcher);
    ProcessBuilder builder = new ProcessBuilder(words).inheritIO();
    builder.environment().put(WANTED, wanted);
    Process process = builder.start();
    try {
      Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
    } catch (IllegalStateException ending) {
      process.destroy();
    }
    return process.waitFor();
  }
}
