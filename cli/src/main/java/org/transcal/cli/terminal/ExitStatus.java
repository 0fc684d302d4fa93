package org.transcal.cli.terminal;

/** How a command ended. */
public enum ExitStatus {
  /** The command did its work. */
  DONE(0, "done"),
  /** An internal error. */
  INTERNAL_ERROR(1, "internal error; please report it with the output of --debug"),
  /** The command line is wrong. */
  USAGE(2, "wrong command-line usage"),
  /** A file, array or row is invalid, or a file cannot be written. */
  BAD_INPUT(3, "invalid input or unwritable output; the message names file, array and row"),
  /** The data are valid but cannot be calibrated. */
  NOT_CALIBRATABLE(4, "the data cannot be calibrated; the message says why"),
  /** A monitored batch raised an alert. */
  ALERT(5, "monitor raised an alert");

  private final int code;
  private final String meaning;

  ExitStatus(int code, String meaning) {
    this.code = code;
    this.meaning = meaning;
  }

  /** The exit status of the process. */
  public int code() {
    return code;
  }

  /** The meaning in words, for help texts. */
  public String meaning() {
    return meaning;
  }
}
