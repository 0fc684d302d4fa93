package org.transcal.io;

import java.io.IOException;
import java.util.OptionalLong;
import org.transcal.io.csv.CsvRows;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;
import org.transcal.io.npy.Elements;
import org.transcal.io.npy.NpyArray;
import org.transcal.prediction.Labels;

/**
 * The labels of a one-dimensional array, block after block.
 *
 * <p>Cost: memory is one block, however many rows there are; only a CSV file with all labels on one
 * line, which has at most ten million, is held whole.
 */
public abstract class LabelBlocks implements AutoCloseable {
  private final int classes;
  private long handedOut;

  private LabelBlocks(int classes) {
    this.classes = classes;
  }

  /**
   * Opens an array of integral values in {@code 0 … classes − 1}; the caller closes it.
   *
   * @throws InputException naming the file and what is wrong
   */
  public static LabelBlocks open(ArrayLocation location, int classes) {
    OpenArray array = OpenArray.at(location);
    try {
      return location.format() == ArrayLocation.Format.CSV
          ? new OfCsv(array, classes)
          : new OfNpy(array, array.npy(location), classes);
    } catch (RuntimeException e) {
      array.close();
      throw e;
    }
  }

  /** Number of labels, where the format tells it before the end (CSV does not). */
  public abstract OptionalLong rows();

  /**
   * The next labels: as many as asked for, fewer where the array ends.
   *
   * @throws InputException naming the row that is no label
   */
  public final Labels next(int most) {
    double[] values = new double[most];
    int count;
    try {
      count = read(values);
    } catch (IOException e) {
      throw ByteSource.unreadable(file().name(), e);
    }
    int[] labels = new int[count];
    for (int i = 0; i < count; i++) {
      labels[i] = label(values[i], handedOut + i);
    }
    handedOut += count;
    return Labels.copyOf(labels, classes);
  }

  /** Reads to the end; how many labels there are in all. */
  public final long countAll() {
    while (next(1 << 12).rows() > 0) {
      // Labels that are left over are checked all the same.
    }
    return handedOut;
  }

  private int label(double value, long row) {
    int label = (int) value;
    if (label != value || label < 0 || label >= classes) {
      throw new InputException(
          where()
              + ": label at row "
              + row
              + " is "
              + (label == value ? Integer.toString(label) : Double.toString(value))
              + "; labels of "
              + classes
              + " classes must be integers in 0 … "
              + (classes - 1));
    }
    return label;
  }

  /** Names the array in messages. */
  abstract String where();

  abstract ByteSource file();

  /** Fills the array from its start as far as there are values; how many there were. */
  abstract int read(double[] values) throws IOException;

  @Override
  public abstract void close();

  private static final class OfNpy extends LabelBlocks {
    private final OpenArray open;
    private final NpyArray array;
    private final Elements elements;
    private long done;

    OfNpy(OpenArray open, NpyArray array, int classes) {
      super(classes);
      array.requireNumbers(1);
      this.open = open;
      this.array = array;
      this.elements = array.elements();
    }

    @Override
    public OptionalLong rows() {
      return OptionalLong.of(array.header().dimension(0));
    }

    @Override
    String where() {
      return array.where();
    }

    @Override
    ByteSource file() {
      return open.source();
    }

    @Override
    int read(double[] values) throws IOException {
      int count = (int) Math.min(values.length, array.header().dimension(0) - done);
      elements.read(values, 0, count);
      done += count;
      if (count < values.length) {
        elements.requireEnd();
      }
      return count;
    }

    @Override
    public void close() {
      try {
        elements.close();
      } catch (IOException e) {
        throw ByteSource.unreadable(file().name(), e);
      } finally {
        open.close();
      }
    }
  }

  /** Numbers in one column, as numpy writes vectors, or on one line, as csv writers do. */
  private static final class OfCsv extends LabelBlocks {
    private final OpenArray open;
    private final CsvRows rows;
    private double[] line = {};
    private int lineDone;
    private long lines;

    OfCsv(OpenArray open, int classes) {
      super(classes);
      this.open = open;
      this.rows = CsvRows.in(open.source());
    }

    @Override
    public OptionalLong rows() {
      return OptionalLong.empty();
    }

    @Override
    String where() {
      return open.source().name().toString();
    }

    @Override
    ByteSource file() {
      return open.source();
    }

    @Override
    int read(double[] values) {
      int count = 0;
      while (count < values.length) {
        if (lineDone < line.length) {
          int part = Math.min(values.length - count, line.length - lineDone);
          System.arraycopy(line, lineDone, values, count, part);
          lineDone += part;
          count += part;
        } else if (!nextLine()) {
          break;
        }
      }
      return count;
    }

    private boolean nextLine() {
      line = line.length == 0 ? new double[rows.columns()] : line;
      if (!rows.next(line, 0)) {
        lineDone = line.length;
        return false;
      }
      lineDone = 0;
      lines++;
      if (lines > 1 && line.length > 1) {
        throw new InputException(
            where()
                + ": has several lines of "
                + line.length
                + " numbers; one number a line, or all on one line, are needed"
                + (line.length == 2 ? MatrixStored.INDEX_HINT : ""));
      }
      return true;
    }

    @Override
    public void close() {
      try {
        rows.close();
      } catch (IOException e) {
        throw ByteSource.unreadable(file().name(), e);
      } finally {
        open.close();
      }
    }
  }
}
