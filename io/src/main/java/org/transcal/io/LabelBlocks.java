package org.transcal.io;

import java.util.Arrays;
import java.util.List;
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
  private Optional<RowBlock> block = Optional.empty();
  private int blockDone;
  private long handedOut;
  private boolean hasZero;

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
    while (count < most && hasNumber()) {
      labels[count++] = nextLabel();
    }
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
  private boolean hasNumber() {
    if (block.isEmpty() || blockDone == block.get().rows() * blocks.columns()) {
      block = blocks.take();
      blockDone = 0;
      if (block.isPresent() && blocks.columns() > 1 && (handedOut > 0 || block.get().rows() > 1)) {
        throw InputException.in(
            block.get().where(), "has several lines of %s", CsvArray.notAVector(blocks.columns()));
      }
    }
    return block.isPresent();
  }

  private int nextLabel() {
    int columns = blocks.columns();
    double value = block.orElseThrow().matrix().get(blockDone / columns, blockDone % columns);
    int label = (int) value;
    if (label != value || label < Labels.UNKNOWN || label >= classes) {
      throw InputException.in(
          block.get().where(),
          "label at row %d is %s; labels of %d classes must be integers in 0 … %d, or -1 for"
              + " unlabelled%s",
          handedOut,
          label == value ? Integer.toString(label) : Double.toString(value),
          classes,
          classes - 1,
          label == classes && !hasZero ? "; if they start at 1, subtract 1" : "");
    }
    hasZero |= label == 0;
    blockDone++;
    handedOut++;
    return label;
  }

  @Override
  public void close() {
    blocks.close();
  }
}
