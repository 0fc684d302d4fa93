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
  public ExportResult {
    copies = List.copyOf(copies);
  }

  /** How far a model can be checked. */
  public enum Check {
    RAN("loads and runs in ONNX Runtime"),
    LOADED("loads in ONNX Runtime; not run, since an input has no fixed size that is small enough"),
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
