package org.transcal.onnx.export;

import java.nio.file.Path;
import java.util.List;

/**
 * What an export wrote.
 *
 * @param copies files with weights that were copied beside the model
 * @param check how the model was checked before it was moved into place
 */
public record Written(List<Path> copies, Check check) {
  /** Copies the list. */
  public Written {
    copies = List.copyOf(copies);
  }

  /** How far a model can be checked. */
  public enum Check {
    /** It was loaded and run on random numbers. */
    RAN("loads and runs in ONNX Runtime"),
    /** It was loaded; the size of an input is open, unknown or very large. */
    LOADED("loads in ONNX Runtime; not run, since an input has no fixed size that is small enough"),
    /** It has operators that only another runtime knows. */
    NOT_LOADED("not checked: it has operators that ONNX Runtime does not know");

    private final String words;

    Check(String words) {
      this.words = words;
    }

    @Override
    public String toString() {
      return words;
    }
  }
}
