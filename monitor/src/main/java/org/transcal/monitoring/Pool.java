package org.transcal.monitoring;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Logits;

/**
 * Some of the reference rows.
 *
 * @param rows the rows
 * @param batches number of the batch that each row is from
 */
record Pool(Batch rows, int[] batches) {
  /** The given rows, numbered across all batches; columns missing from any batch are left out. */
  static Pool of(List<Batch> batches, int[] kept) {
    List<Matrix> logits = new ArrayList<>();
    List<Matrix> features = new ArrayList<>();
    Map<String, List<String>> columns = new LinkedHashMap<>();
    batches.get(0).columns().keySet().forEach(name -> columns.put(name, new ArrayList<>()));
    int[] batchOf = new int[kept.length];
    int first = 0;
    int at = 0;
    for (int number = 0; number < batches.size(); number++) {
      Batch batch = batches.get(number);
      int offset = first;
      int from = at;
      while (at < kept.length && kept[at] < first + batch.logits().rows()) {
        batchOf[at++] = number;
      }
      int[] chosen = IntStream.range(from, at).map(i -> kept[i] - offset).toArray();
      logits.add(batch.logits().values().selectRows(chosen));
      batch.features().ifPresent(f -> features.add(f.selectRows(chosen)));
      columns.keySet().retainAll(batch.columns().keySet());
      columns.forEach(
          (name, all) -> {
            List<String> values = batch.columns().get(name);
            IntStream.of(chosen).forEach(row -> all.add(values.get(row)));
          });
      first += batch.logits().rows();
    }
    return new Pool(
        new Batch(
            Logits.of(stack(logits)),
            features.isEmpty() ? Optional.empty() : Optional.of(stack(features)),
            Optional.empty(),
            columns),
        batchOf);
  }

  /** The rows of several matrices, one after another; single precision if all have it. */
  private static Matrix stack(List<Matrix> parts) {
    double[][] rows =
        parts.stream().flatMap(part -> Arrays.stream(part.toArrays())).toArray(double[][]::new);
    if (!parts.stream().allMatch(Matrix.OfFloats.class::isInstance)) {
      return Matrix.copyOf(rows);
    }
    float[][] single = new float[rows.length][parts.get(0).columns()];
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < rows[i].length; j++) {
        single[i][j] = (float) rows[i][j];
      }
    }
    return Matrix.copyOf(single);
  }

  /** Features of the given rows, except those of a batch. */
  Matrix featuresWithout(int batch, int[] group) {
    return rows.features().orElseThrow().selectRows(without(batch, group));
  }

  /** The given rows, except those of a batch. */
  int[] without(int batch, int[] group) {
    return Arrays.stream(group).filter(i -> batches[i] != batch).toArray();
  }
}
