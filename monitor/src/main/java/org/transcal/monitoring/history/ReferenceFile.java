package org.transcal.monitoring.history;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.transcal.io.file.InputException;
import org.transcal.io.json.ModelJson;
import org.transcal.io.json.Provenance;
import org.transcal.io.npy.NpzArchive;
import org.transcal.io.npy.NpzWriter;
import org.transcal.matrix.Matrix;
import org.transcal.monitoring.Baseline;
import org.transcal.monitoring.Metric;
import org.transcal.monitoring.Reference;
import org.transcal.monitoring.Segment;
import org.transcal.monitoring.Variation;

/** References as {@code .npz} files, schema {@value #SCHEMA}; equal references have equal bytes. */
public final class ReferenceFile {
  /** The schema written and read. */
  public static final String SCHEMA = "transcal.reference/1";

  static final String DIGEST = "digest";

  /** Names of the columns that divide reference rows into segments; each has an array of values. */
  static final String COLUMNS = "reference_columns";

  static final List<String> FEATURES =
      List.of("source_train_features", "source_val_features", "reference_features");

  private ReferenceFile() {}

  /**
   * Writes a reference, whole or not at all.
   *
   * @param provenance provenance of the reference's model
   */
  public static void write(Path file, Reference reference, Provenance provenance) {
    try (NpzWriter npz = NpzWriter.open(file)) {
      npz.texts("schema", List.of(SCHEMA))
          .bytes("model", ModelJson.encode(reference.model(), provenance))
          .matrix("source_val_logits", reference.validation().values())
          .integers("source_val_labels", reference.labels().toArray())
          .texts("class_names", reference.classNames())
          .texts("feature_names", reference.featureNames());
      reference
          .features()
          .ifPresent(
              features -> {
                npz.matrix(FEATURES.get(0), features.sourceTrain())
                    .matrix(FEATURES.get(1), features.sourceValidation())
                    .matrix(FEATURES.get(2), features.reference())
                    .texts(COLUMNS, List.copyOf(features.columns().keySet()));
                List<List<String>> columns = List.copyOf(features.columns().values());
                for (int i = 0; i < columns.size(); i++) {
                  npz.texts(COLUMNS + "_" + i, columns.get(i));
                }
              });
      List<Segment> segments = new ArrayList<>(reference.segments().keySet());
      List<Baseline> baselines = new ArrayList<>(List.of(reference.whole()));
      segments.forEach(segment -> baselines.add(reference.segments().get(segment)));
      npz.texts("segment_columns", segments.stream().map(Segment::column).toList())
          .texts("segment_values", segments.stream().map(Segment::value).toList());
      write(npz, baselines);
      StringBuilder batches = new StringBuilder(BatchCsv.HEADER);
      reference.batches().forEach(batch -> batches.append(BatchCsv.line(batch)));
      npz.bytes("nights", batches.toString().getBytes(StandardCharsets.UTF_8));
      npz.texts(DIGEST, List.of(npz.digest())).commit();
    }
  }

  private static void write(NpzWriter npz, List<Baseline> baselines) {
    List<Metric> metrics = Metric.withoutLabels();
    double[][] variations = new double[baselines.size()][metrics.size() * 4];
    for (int i = 0; i < variations.length; i++) {
      Arrays.fill(variations[i], Double.NaN);
      for (Map.Entry<Metric, Variation> each : baselines.get(i).variations().entrySet()) {
        Variation v = each.getValue();
        double[] numbers = {v.level(), v.drift(), v.noise(), v.between()};
        System.arraycopy(numbers, 0, variations[i], 4 * metrics.indexOf(each.getKey()), 4);
      }
    }
    npz.texts("metrics", metrics.stream().map(Metric::key).toList())
        .numbers("baseline_rows", baselines.stream().mapToDouble(Baseline::rows).toArray())
        .integers("baseline_nights", baselines.stream().mapToInt(Baseline::batches).toArray())
        .matrix("baseline_variations", Matrix.copyOf(variations))
        .integers(
            "baseline_quantiles",
            baselines.stream().mapToInt(b -> b.confidences().length).toArray())
        .numbers(
            "baseline_confidences",
            baselines.stream().flatMapToDouble(b -> Arrays.stream(b.confidences())).toArray())
        .matrix(
            "baseline_class_shares",
            Matrix.copyOf(baselines.stream().map(Baseline::classShares).toArray(double[][]::new)));
  }

  /**
   * Reads a reference.
   *
   * @throws InputException if the file is damaged, has been changed or is of another version
   */
  public static Reference read(Path file) {
    try (NpzArchive archive = NpzArchive.open(file)) {
      return new ReferenceReader(archive).read();
    }
  }
}
