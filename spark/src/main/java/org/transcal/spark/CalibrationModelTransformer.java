package org.transcal.spark;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.Identifiable;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.SparkSession;

/**
 * Applies a fitted {@code model.json} of any kind, such as the command line writes.
 *
 * <pre>{@code
 * Transformer calibrate = new CalibrationModelTransformer().setModelFile("model.json");
 * }</pre>
 */
public final class CalibrationModelTransformer
    extends CalibratingModel<CalibrationModelTransformer> {
  private static final long serialVersionUID = 1L;

  private ModelText[] text = {};

  /** A transformer of a new name. */
  public CalibrationModelTransformer() {
    this(Identifiable.randomUID("calibration"));
  }

  /** A transformer of a given name, as readers and PySpark make them. */
  public CalibrationModelTransformer(String uid) {
    super(uid);
  }

  /**
   * Reads a model file, from any file system that Spark knows.
   *
   * @throws org.transcal.io.file.InputException naming the file and what is wrong with it
   */
  public CalibrationModelTransformer setModelFile(String path) {
    return with(ModelWriter.read(SparkSession.active(), new Path(path)));
  }

  /**
   * Takes the text of a model file.
   *
   * @throws org.transcal.io.file.InputException saying what is wrong with it
   */
  public CalibrationModelTransformer setModelJson(String json) {
    return with(ModelText.parse("modelJson", json.getBytes(StandardCharsets.UTF_8)));
  }

  private CalibrationModelTransformer with(ModelText model) {
    text = new ModelText[] {model};
    return this;
  }

  @Override
  Optional<ModelText> text() {
    return text.length == 0 ? Optional.empty() : Optional.of(text[0]);
  }

  @Override
  CalibrationModelTransformer self() {
    return this;
  }

  @Override
  public CalibrationModelTransformer copy(ParamMap extra) {
    CalibrationModelTransformer copy = new CalibrationModelTransformer(uid());
    copy.text = text;
    return copyValues(copy, extra);
  }

  /** Reads a transformer that was written. */
  public static MLReader<CalibrationModelTransformer> read() {
    return new MLReader<>() {
      @Override
      public CalibrationModelTransformer load(String path) {
        DefaultParamsReader.Metadata metadata =
            DefaultParamsReader.loadMetadata(
                path, sparkSession(), CalibrationModelTransformer.class.getName());
        CalibrationModelTransformer transformer =
            new CalibrationModelTransformer(metadata.uid())
                .with(ModelWriter.readBeside(sparkSession(), path));
        metadata.getAndSetParams(transformer, scala.Option.empty());
        return transformer;
      }
    };
  }

  /** Reads a transformer that was written at a path. */
  public static CalibrationModelTransformer load(String path) {
    return read().load(path);
  }
}
