package org.transcal.io.json;

import java.nio.file.Path;
import org.transcal.calibration.FittedCalibration;
import org.transcal.io.file.AtomicFile;
import org.transcal.io.file.ByteSource;
import org.transcal.model.CalibrationModel;

/** Models as JSON files, schema {@value #SCHEMA}. */
public final class ModelJson {
  /** The schema written and read. */
  public static final String SCHEMA = "transcal.model/1";

  private ModelJson() {}

  /**
   * Reads a model.
   *
   * @throws org.transcal.io.file.InputException naming the file and what is wrong with it
   */
  public static ModelFile read(Path file) {
    try (ByteSource source = ByteSource.open(file)) {
      return ModelJsonReader.read(source);
    } catch (java.io.IOException e) {
      throw ByteSource.unreadable(file, e);
    }
  }

  /**
   * Reads a model from the bytes of a file; messages call it by the given name.
   *
   * @throws org.transcal.io.file.InputException saying what is wrong with it
   */
  public static ModelFile decode(Path name, byte[] bytes) {
    try (ByteSource source = ByteSource.of(name, bytes)) {
      return ModelJsonReader.read(source);
    } catch (java.io.IOException e) {
      throw ByteSource.unreadable(name, e);
    }
  }

  /**
   * Writes the model of a fit, whole or not at all, with the fit's method and this library's
   * version as provenance.
   *
   * <pre>{@code
   * ModelJson.write(Path.of("model.json"), fit);
   * CalibrationModel model = ModelJson.read(Path.of("model.json")).model();
   * }</pre>
   */
  public static void write(Path file, FittedCalibration fit) {
    write(file, fit.model(), Provenance.of(fit.method()));
  }

  /** Writes a model, whole or not at all. */
  public static void write(Path file, CalibrationModel model, Provenance provenance) {
    AtomicFile.write(file, encode(model, provenance));
  }

  /** The bytes that {@link #write} writes. */
  public static byte[] encode(CalibrationModel model, Provenance provenance) {
    return ModelJsonWriter.encode(model, provenance);
  }
}
