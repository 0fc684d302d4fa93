package org.transcal.spark;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.transcal.io.json.ModelFile;
import org.transcal.io.json.ModelJson;
import org.transcal.io.json.Provenance;
import org.transcal.model.CalibrationModel;

/** A model as the text of its {@code model.json}, which is what is serialized and saved. */
final class ModelText implements Serializable {
  private static final long serialVersionUID = 1L;

  private final byte[] json;

  /** Decoded once on each executor. */
  private transient volatile ModelFile decoded;

  private ModelText(byte[] json, ModelFile decoded) {
    this.json = json;
    this.decoded = decoded;
  }

  static ModelText of(CalibrationModel model, Provenance provenance) {
    return new ModelText(ModelJson.encode(model, provenance), new ModelFile(model, provenance));
  }

  /**
   * Reads the bytes of a model file.
   *
   * @throws org.transcal.io.file.InputException naming the file and what is wrong
   */
  static ModelText parse(String name, byte[] json) {
    return new ModelText(json, ModelJson.decode(Path.of(name), json));
  }

  private ModelFile file() {
    ModelFile known = decoded;
    if (known == null) {
      known = ModelJson.decode(Path.of("model.json"), json);
      decoded = known;
    }
    return known;
  }

  CalibrationModel model() {
    return file().model();
  }

  Provenance provenance() {
    return file().provenance();
  }

  byte[] bytes() {
    return json.clone();
  }

  @Override
  public String toString() {
    return new String(json, StandardCharsets.UTF_8);
  }
}
