package org.transcal.cli.terminal;

/** How a command ended, as scripts see it. */
public enum ExitStatus {
  /** What was asked for was done. */
  DONE(0, "done"),
  /** A bug of ours. */
  BUG(1, "a bug of ours; please report it with the output of --debug"),
  /** The command line makes no sense. */
  USAGE(2, "wrong usage of the command line"),
  /** A file, array or row is not as it must be, or a file cannot be written. */
  BAD_INPUT(3, "bad input or unwritable output; the message names file, array and row"),
  /** The data are well formed but cannot be calibrated. */
  NOT_CALIBRATABLE(4, "the data cannot be calibrated; the message says why");

  private final int code;
  private final String meaning;

  ExitStatus(int code, String meaning) {
    this.code = code;
    this.meaning = meaning;
  }

  /** The number that the process ends with. */
  public int code() {
    return code;
  }

  /** The meaning in words, for help texts. */
  public String meaning() {
    return meaning;
  }
}
