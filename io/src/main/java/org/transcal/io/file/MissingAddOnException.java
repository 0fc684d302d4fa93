package org.transcal.io.file;

/** An input or option that only an add-on can serve, which is not installed. */
public final class MissingAddOnException extends InputException {
  private static final long serialVersionUID = 1L;

  private final String addOn;

  /**
   * An add-on that is missing.
   *
   * @param addOn {@code tables}, or the command of the add-on
   * @param message what needs it, and how to get it
   */
  public MissingAddOnException(String addOn, String message) {
    super(message);
    this.addOn = addOn;
  }

  /** {@code tables}, or the command of the add-on. */
  public String addOn() {
    return addOn;
  }
}
