package org.transcal.onnx.image;

import java.nio.file.Path;
import org.transcal.io.file.InputException;

/** An image that cannot be used; the message is one line that names it and says why. */
public final class UnreadableImageException extends Exception {
  private static final long serialVersionUID = 1L;

  /**
   * An image that cannot be used.
   *
   * @param why what is wrong with it; a format if there are values
   */
  public UnreadableImageException(Path image, String why, Object... values) {
    super(InputException.in(image, why, values).getMessage());
  }

  /** An image that cannot be used, found through another failure. */
  public UnreadableImageException(Path image, String why, Throwable cause) {
    super(InputException.in(image, why).getMessage(), cause);
  }
}
