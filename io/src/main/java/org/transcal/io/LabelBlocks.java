package org.transcal.io;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.transcal.io.array.BlockSize;
import org.transcal.io.array.RowBlock;
import org.transcal.io.array.RowBlocks;
import org.transcal.io.csv.CsvArray;
import org.transcal.io.file.InputException;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;

/**
 * The labels of a one-dimensional array, block after block.
 *
 * <p>Cost: memory is one block, however many rows there are. A CSV file with all labels on one line
 * (at most ten million) is held in memory as a whole, and so are names of classes.
 */
public final class LabelBlocks implements AutoCloseable {
  private static final int BLOCK = 1 << 12;

  private final RowBlocks blocks;
  private final int classes;
  private int[] block = {};
  private int blockDone;
  private long handedOut;

  private LabelBlocks(RowBlocks blocks, int classes) {
    this.blocks = blocks;
    this.classes = classes;
  }

  /** Opens an array of labels, some possibly −1; the caller closes it. */
  public static LabelBlocks open(ArrayLocation location, int classes) {
    return open(location, classes, List.of());
  }

  /**
   * Opens an array of labels, some possibly −1 or, for names of classes, empty; the caller closes
   * it.
   *
   * @param classNames one per class, or none; an array of names is held in memory
   */
  public static LabelBlocks open(ArrayLocation location, int classes, List<String> classNames) {
    boolean isCsv = location.format() == ArrayLocation.Format.CSV;
    return of(
        OpenFiles.rows(
            location,
            array ->
                !isCsv && array.isText()
                    ? RowBlocks.of(
                        array.where(),
                        column(TypedArrays.partialLabels(array, classes, classNames)))
                    : array.vector(BlockSize.ofRows(BLOCK))),
        classes);
  }

  /** Labels in memory; {@code where} names them in messages. */
  public static LabelBlocks of(String where, Labels labels) {
    return of(RowBlocks.of(where, column(labels)), labels.classes());
  }

  private static Matrix column(Labels labels) {
    double[] values = Arrays.stream(labels.toArray()).asDoubleStream().toArray();
    return Matrix.wrap(values, values.length, 1);
  }

  /** Labels in a single column, some possibly −1; closed with this object. */
  public static LabelBlocks of(RowBlocks rows, int classes) {
    return new LabelBlocks(rows, classes);
  }

  /** Number of labels, if the format gives it in advance (CSV does not). */
  public OptionalLong rows() {
    return blocks.rows();
  }

  /** The next labels, fewer than asked for only at the end of the array. */
  public Labels next(int most) {
    int[] labels = new int[most];
    int count = 0;
    while (count < most && (blockDone < block.length || advance())) {
      labels[count++] = block[blockDone++];
    }
    handedOut += count;
    return Labels.partial(Arrays.copyOf(labels, count), classes);
  }

  /** Reads and checks all remaining labels; returns the number of labels in the array. */
  public long countAll() {
    while (next(BLOCK).rows() > 0) {
      // Only their number matters.
    }
    return handedOut;
  }

  /** Numbers are in one column, as numpy writes vectors, or on one line, as csv writers do. */
  private boolean advance() {
    Optional<RowBlock> next = blocks.take();
    next.ifPresent(
        rows -> {
          if (blocks.columns() > 1 && (rows.firstRow() > 0 || rows.rows() > 1)) {
            throw InputException.in(
                rows.where(), "has several lines of %s", CsvArray.notAVector(blocks.columns()));
          }
          block = rows.read(this::labels);
          blockDone = 0;
        });
    return next.isPresent();
  }

  private int[] labels(Matrix numbers) {
    int[] labels = new int[numbers.rows() * numbers.columns()];
    for (int i = 0; i < labels.length; i++) {
      double value = numbers.get(i / numbers.columns(), i % numbers.columns());
      labels[i] = (int) value;
      if (labels[i] != value) {
        throw new IllegalArgumentException(
            String.format(
                Locale.ROOT,
                "Label at row %d is %s; labels must be integers in 0 … %d, or -1 for unlabelled",
                i,
                value,
                classes - 1));
      }
    }
    return Labels.partial(labels, classes).toArray();
  }

  @Override
  public void close() {
    blocks.close();
  }
}
