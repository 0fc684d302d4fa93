package org.transcal.monitoring.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;
import org.transcal.io.json.ModelJson;
import org.transcal.io.npy.NpyArray;
import org.transcal.io.npy.NpzArchive;
import org.transcal.matrix.Matrix;
import org.transcal.model.CalibrationModel;
import org.transcal.monitoring.Baseline;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.Metric;
import org.transcal.monitoring.Reference;
import org.transcal.monitoring.Segment;
import org.transcal.monitoring.Variation;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.task.DomainFeatures;

/** Reads a reference from an archive that may be hostile. */
final class ReferenceReader {
  private static final String REMEDY = "; make it again with transcal reference";

  private final NpzArchive archive;

  ReferenceReader(NpzArchive archive) {
    this.archive = archive;
  }

  Reference read() {
    requireVersion();
    requireDigest();
    CalibrationModel model = ModelJson.decode(archive.file(), array("model").bytes()).model();
    Logits validation = logits();
    requireSize("model", "classes", model.classes(), validation.classes());
    Labels labels = labels(validation);
    Optional<Reference.Features> features = features(validation.rows());
    List<String> classNames = names("class_names", validation.classes());
    List<String> featureNames =
        names("feature_names", features.map(f -> f.reference().columns()).orElse(0));
    List<Segment> segments = segments();
    List<Baseline> baselines = baselines(1 + segments.size(), validation.classes());
    Map<Segment, Baseline> ofSegments = new LinkedHashMap<>();
    for (int i = 0; i < segments.size(); i++) {
      ofSegments.put(segments.get(i), baselines.get(i + 1));
    }
    return InputException.naming(
        archive.file(),
        () ->
            new Reference(
                validation,
                labels,
                features,
                model,
                baselines.get(0),
                ofSegments,
                batches(),
                classNames,
                featureNames));
  }

  private void requireVersion() {
    if (!archive.names().contains("schema")) {
      throw InputException.in(
          archive.file(), "is not a reference; transcal reference TASK --out REF.npz makes one");
    }
    List<String> schema = array("schema").texts();
    if (!schema.equals(List.of(ReferenceFile.SCHEMA))) {
      throw InputException.in(
          where("schema"),
          "is %s; this version of transcal reads %s%s, or use the version that wrote it",
          InputException.quote(String.join(",", schema)),
          InputException.quote(ReferenceFile.SCHEMA),
          REMEDY);
    }
  }

  private void requireDigest() {
    List<String> digest = array(ReferenceFile.DIGEST).texts();
    if (!digest.equals(List.of(archive.digestWithout(ReferenceFile.DIGEST)))) {
      throw InputException.in(
          archive.file(), "has been changed or damaged: its digest does not match" + REMEDY);
    }
  }

  private NpyArray array(String name) {
    if (!archive.names().contains(name)) {
      throw InputException.in(
          archive.file(),
          "has no array %s; another version of transcal made it%s",
          InputException.quote(name),
          REMEDY);
    }
    return archive.array(name);
  }

  private String where(String name) {
    return archive.file() + ", array " + name;
  }

  private void requireSize(String array, String unit, long actual, long expected) {
    if (actual != expected) {
      throw InputException.in(
          where(array), "has %d %s where %d are needed%s", actual, unit, expected, REMEDY);
    }
  }

  private Logits logits() {
    return InputException.naming(
        where("source_val_logits"), () -> Logits.of(array("source_val_logits").matrix()));
  }

  private Labels labels(Logits validation) {
    int[] labels = integers("source_val_labels", validation.rows());
    return InputException.naming(
        where("source_val_labels"), () -> Labels.copyOf(labels, validation.classes()));
  }

  private int[] integers(String name, int count) {
    double[] values = numbers(name, count);
    int[] integers = new int[count];
    for (int i = 0; i < count; i++) {
      integers[i] = (int) values[i];
      if (integers[i] != values[i]) {
        throw InputException.in(
            where(name), "value at row %d is %s; it must be an integer", i, values[i]);
      }
    }
    return integers;
  }

  private double[] numbers(String name, int count) {
    double[] values = array(name).vector();
    requireSize(name, "values", values.length, count);
    return values;
  }

  private List<String> names(String name, int count) {
    List<String> names = array(name).texts();
    if (!names.isEmpty()) {
      requireSize(name, "names", names.size(), count);
    }
    return names;
  }

  private Optional<Reference.Features> features(int validationRows) {
    if (ReferenceFile.FEATURES.stream().noneMatch(archive.names()::contains)) {
      return Optional.empty();
    }
    List<Matrix> all = new ArrayList<>();
    for (String name : ReferenceFile.FEATURES) {
      Matrix matrix = array(name).matrix();
      InputException.naming(
          where(name),
          () -> {
            DomainFeatures.requireUsable("a", matrix);
            return matrix;
          });
      all.add(matrix);
      requireSize(name, "columns", matrix.columns(), all.get(0).columns());
    }
    requireSize(ReferenceFile.FEATURES.get(1), "rows", all.get(1).rows(), validationRows);
    return Optional.of(
        new Reference.Features(all.get(0), all.get(1), all.get(2), columns(all.get(2).rows())));
  }

  private Map<String, List<String>> columns(int rows) {
    Map<String, List<String>> columns = new LinkedHashMap<>();
    List<String> names = array(ReferenceFile.COLUMNS).texts();
    for (int i = 0; i < names.size(); i++) {
      String name = ReferenceFile.COLUMNS + "_" + i;
      List<String> values = array(name).texts();
      requireSize(name, "values", values.size(), rows);
      columns.put(names.get(i), values);
    }
    requireSize(ReferenceFile.COLUMNS, "different names", columns.size(), names.size());
    return columns;
  }

  private List<Segment> segments() {
    List<String> columns = array("segment_columns").texts();
    List<String> values = array("segment_values").texts();
    requireSize("segment_values", "values", values.size(), columns.size());
    List<Segment> segments = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      segments.add(new Segment(columns.get(i), values.get(i)));
    }
    requireSize(
        "segment_values", "different segments", Set.copyOf(segments).size(), columns.size());
    return segments;
  }

  private List<Baseline> baselines(int count, int classes) {
    List<Metric> metrics = array("metrics").texts().stream().map(this::metric).toList();
    requireSize("metrics", "different metrics", Set.copyOf(metrics).size(), metrics.size());
    double[] rows = numbers("baseline_rows", count);
    int[] batches = integers("baseline_nights", count);
    Matrix variations = matrix("baseline_variations", count, 4 * metrics.size());
    int[] quantiles = integers("baseline_quantiles", count);
    double[] confidences = array("baseline_confidences").vector();
    Matrix shares = matrix("baseline_class_shares", count, classes);
    double[][] shareRows = shares.toArrays();
    List<Baseline> baselines = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < count; i++) {
      if (quantiles[i] < 0 || quantiles[i] > confidences.length - from) {
        throw InputException.in(
            where("baseline_quantiles"),
            "value at row %d is %d; baseline_confidences has %d values",
            i,
            quantiles[i],
            confidences.length);
      }
      double[] own = Arrays.copyOfRange(confidences, from, from + quantiles[i]);
      from += quantiles[i];
      int row = i;
      baselines.add(
          InputException.naming(
              archive.file() + ", baseline " + i,
              () ->
                  new Baseline(
                      (long) rows[row],
                      batches[row],
                      variations(metrics, variations, row),
                      own,
                      shareRows[row])));
    }
    requireSize("baseline_confidences", "values", confidences.length, from);
    return baselines;
  }

  private Matrix matrix(String name, int rows, int columns) {
    Matrix matrix = array(name).matrix();
    requireSize(name, "rows", matrix.rows(), rows);
    requireSize(name, "columns", matrix.columns(), columns);
    return matrix;
  }

  /** Four numbers per metric; NaN for metrics that are absent. */
  private static Map<Metric, Variation> variations(List<Metric> metrics, Matrix all, int row) {
    Map<Metric, Variation> variations = new EnumMap<>(Metric.class);
    for (int m = 0; m < metrics.size(); m++) {
      if (!Double.isNaN(all.get(row, 4 * m))) {
        variations.put(
            metrics.get(m),
            new Variation(
                all.get(row, 4 * m),
                all.get(row, 4 * m + 1),
                all.get(row, 4 * m + 2),
                all.get(row, 4 * m + 3)));
      }
    }
    return variations;
  }

  private Metric metric(String key) {
    return Metric.named(key)
        .orElseThrow(
            () ->
                InputException.in(
                    where("metrics"), "has %s, which is unknown", InputException.quote(key)));
  }

  private List<BatchResult> batches() {
    byte[] text = array("nights").bytes();
    return new BatchCsv(archive.file())
        .read(ByteSource.of(archive.file(), text), Integer.MAX_VALUE);
  }
}
