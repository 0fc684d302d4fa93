package org.transcal.spark;

import java.io.IOException;
import java.util.function.BiFunction;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWriter;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.SparkSession;
import org.transcal.io.file.InputException;

/**
 * Writes a model as Spark ML does, its parameters in {@code metadata}, and the calibration next to
 * them as {@code model.json}, which the command line reads and writes too.
 */
final class ModelWriter extends MLWriter {
  private static final String FILE = "model.json";

  /** The limit of {@code io}: a larger file is not a model. */
  private static final long LARGEST_FILE = 256L << 20;

  private final CalibratingModel<?> model;

  ModelWriter(CalibratingModel<?> model) {
    this.model = model;
  }

  @Override
  public void saveImpl(String path) {
    ModelText text = model.text();
    DefaultParamsWriter.saveMetadata(model, path, sparkSession());
    Path file = new Path(path, FILE);
    try (FSDataOutputStream out = fileSystem(sparkSession(), file).create(file, true)) {
      out.write(text.bytes());
    } catch (IOException e) {
      throw new InputException(file + ": cannot be written: " + e.getMessage(), e);
    }
  }

  /** Reads what this writer writes. */
  static <M extends CalibratingModel<M>> MLReader<M> reader(
      Class<M> type, BiFunction<String, ModelText, M> create) {
    return new MLReader<>() {
      @Override
      public M load(String path) {
        DefaultParamsReader.Metadata metadata =
            DefaultParamsReader.loadMetadata(path, sparkSession(), type.getName());
        M model =
            create.apply(metadata.uid(), ModelWriter.read(sparkSession(), new Path(path, FILE)));
        metadata.getAndSetParams(model, scala.Option.empty());
        return model;
      }
    };
  }

  /** Reads a file from any file system that Spark supports. */
  static ModelText read(SparkSession session, Path file) {
    try {
      FileSystem files = fileSystem(session, file);
      long size = files.getFileStatus(file).getLen();
      if (size > LARGEST_FILE) {
        throw new InputException(
            file + ": has " + size + " bytes; a model has at most " + LARGEST_FILE + " bytes");
      }
      try (FSDataInputStream in = files.open(file)) {
        return ModelText.parse(file.getName(), in.readNBytes((int) size));
      }
    } catch (IOException e) {
      throw new InputException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private static FileSystem fileSystem(SparkSession session, Path file) throws IOException {
    return file.getFileSystem(session.sparkContext().hadoopConfiguration());
  }
}
