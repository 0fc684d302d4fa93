package org.transcal.onnx.command;

import org.transcal.cli.Main;

/**
 * Starts the whole command from this module's jar, whose main class must be its own: a modular jar
 * cannot name one of another module.
 */
public final class Launcher {
  private Launcher() {}

  /** Runs a command line and ends the process with its exit status. */
  public static void main(String[] args) {
    Main.main(args);
  }
}
