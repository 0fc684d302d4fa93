package org.transcal.spark;

import java.nio.charset.StandardCharsets;
import org.apache.hadoop.fs.Path;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.Identifiable;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.SparkSession;

/**
 * Applies a {@code model.json} of any kind, such as one that {@code transcal fit} wrote.
 *
 * <pre>{@code
 * Transformer calibrate = new CalibrationModelTransformer().setModelFile("model.json");
 * }</pre>
 */
public final class CalibrationModelTransformer
    extends CalibratingModel<CalibrationModelTransformer> {
  private static final long serialVersionUID = 1L;

  /** Null until a model is set. */
  private ModelText text;

  /** Creates a transformer with a random name. */
  public CalibrationModelTransformer() {
    this(Identifiable.randomUID("calibration"));
  }

  /** Creates a transformer with a given name, as readers and PySpark do. */
  public CalibrationModelTransformer(String uid) {
    super(uid);
  }

  /**
   * Reads a model file from any file system that Spark supports.
   *
   * @throws org.transcal.io.file.InputException naming the file and what is wrong with it
   */
  public CalibrationModelTransformer setModelFile(String path) {
    return with(ModelWriter.read(SparkSession.active(), new Path(path)));
  }

  /**
   * Sets the model from the text of a model file.
   *
   * @throws org.transcal.io.file.InputException saying what is wrong with it
   */
  public CalibrationModelTransformer setModelJson(String json) {
    return with(ModelText.parse("modelJson", json.getBytes(StandardCharsets.UTF_8)));
  }

  private CalibrationModelTransformer with(ModelText model) {
    text = model;
    return this;
  }

  @Override
  ModelText text() {
    if (text == null) {
      throw new IllegalStateException(
          "There is no calibration model yet; set modelFile or modelJson first");
    }
    return text;
  }

  @Override
  public CalibrationModelTransformer copy(ParamMap extra) {
    CalibrationModelTransformer copy = new CalibrationModelTransformer(uid());
    copy.text = text;
    return copyValues(copy, extra);
  }

  /** Reads a saved transformer. */
  public static MLReader<CalibrationModelTransformer> read() {
    return ModelWriter.reader(
        CalibrationModelTransformer.class,
        (uid, text) -> new CalibrationModelTransformer(uid).with(text));
  }

  /** Loads the transformer saved at a path. */
  public static CalibrationModelTransformer load(String path) {
    return read().load(path);
  }
}
