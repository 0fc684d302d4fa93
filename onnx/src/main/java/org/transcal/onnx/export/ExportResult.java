package org.transcal.onnx.export;

import java.nio.file.Path;
import java.util.List;

/**
 * What an export wrote and how it was checked.
 *
 * @param copies weight files that were copied next to the model
 * @param check how the model was checked
 */
public record ExportResult(List<Path> copies, Check check) {
  /** Copies the list. */
  public ExportResult {
    copies = List.copyOf(copies);
  }

  /** How far a model can be checked. */
  public enum Check {
    /** It was loaded and run on random numbers. */
    RAN("loads and runs in ONNX Runtime"),
    /** It was loaded; the size of an input is not fixed or very large. */
    LOADED("loads in ONNX Runtime; not run, since an input has no fixed size that is small enough"),
    /** It has operators of another runtime. */
    NOT_LOADED("not checked: it has operators that ONNX Runtime does not know");

    private final String text;

    Check(String text) {
      this.text = text;
    }

    @Override
    public String toString() {
      return text;
    }
  }
}
