package org.transcal.task;

/** A method needs a part that the task does not have; the message names the arrays. */
public final class MissingPartException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Says which part is missing and what would supply it. */
  public MissingPartException(String message) {
    super(message);
  }
}
