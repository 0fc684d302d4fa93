package org.transcal.cli.testing;

import java.util.concurrent.Callable;
import org.transcal.cli.AddOnCommand;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Terminal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** An add-on command for tests that fails on demand. */
public final class FailingAddOn implements AddOnCommand {
  @Override
  public Callable<Integer> on(Terminal terminal) {
    return new Try(terminal);
  }

  @Command(name = "try-add-on", header = "Fails on demand.")
  private static final class Try implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(paramLabel = "HOW")
    private String how;

    Try(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public Integer call() {
      switch (how) {
        case "bug" -> throw new IllegalStateException("the moon\nis full");
        case "memory" -> throw new OutOfMemoryError("Java heap space");
        case "depth" -> throw new StackOverflowError();
        default -> terminal.results().println(how + " on " + terminal.threads() + " threads");
      }
      return ExitStatus.DONE.code();
    }
  }
}
