package org.transcal.workflow;

/** An option has a value that is impossible, or impossible for this input. */
public final class OptionException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** Says what is wrong and what would be right. */
  public OptionException(String message) {
    super(message);
  }
}
