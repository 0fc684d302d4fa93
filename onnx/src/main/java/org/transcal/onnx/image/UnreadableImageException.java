package org.transcal.onnx.image;

import java.nio.file.Path;
import org.transcal.io.file.InputException;

/** An image that cannot be used; the message is one line that names it and says why. */
public final class UnreadableImageException extends Exception {
  private static final long serialVersionUID = 1L;

  public UnreadableImageException(Path image, String why) {
    super(InputException.in(image, why).getMessage());
  }

  /** An image that cannot be used, found through another failure. */
  public UnreadableImageException(Path image, String why, Throwable cause) {
    super(InputException.in(image, why).getMessage(), cause);
  }
}
