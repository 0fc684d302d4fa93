package org.transcal.io;

import java.io.Closeable;
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
 * <p>Cost: memory is one block, however many rows there are. A CSV file with all labels on one
 * line, which has at most ten million, is held whole.
 */
public final class LabelBlocks implements AutoCloseable {
  /** Numbers in stored order. */
  private interface Numbers extends Closeable {
    /** Fills the array from its start as far as there are values; returns how many there were. */
    int read(double[] values) throws IOException;
  }

  private final OpenFiles files = new OpenFiles();
  private final ArrayLocation location;
  private final int classes;
  private final OptionalLong rows;
  private final Numbers numbers;
  private final String where;
  private long handedOut;

  private LabelBlocks(ArrayLocation location, int classes) {
    this.location = location;
    this.classes = classes;
    try {
      if (location.format() == ArrayLocation.Format.CSV) {
        this.where = location.toString();
        this.rows = OptionalLong.empty();
        this.numbers = new CsvNumbers(location, CsvRows.in(files.open(location.file())));
      } else {
        NpyArray array = files.npy(location);
        array.requireNumbers(1);
        this.where = array.where();
        this.rows = OptionalLong.of(array.header().dimension(0));
        this.numbers = new NpyNumbers(array.elements(), array.header().dimension(0));
      }
    } catch (RuntimeException e) {
      files.close();
      throw e;
    }
  }

  /** Opens an array of integral values in {@code 0 … classes − 1}; the caller closes it. */
  public static LabelBlocks open(ArrayLocation location, int classes) {
    return new LabelBlocks(location, classes);
  }

  /** Number of labels, if the format gives it in advance (CSV does not). */
  public OptionalLong rows() {
    return rows;
  }

  /** The next labels, fewer than asked for only at the end of the array. */
  public Labels next(int most) {
    double[] values = new double[most];
    int count;
    try {
      count = numbers.read(values);
    } catch (IOException e) {
      throw ByteSource.unreadable(location.file(), e);
    }
    int[] labels = new int[count];
    for (int i = 0; i < count; i++) {
      labels[i] = label(values[i], handedOut + i);
    }
    handedOut += count;
    return Labels.copyOf(labels, classes);
  }

  /** Reads and checks all remaining labels; returns the number of labels in the array. */
  public long countAll() {
    while (next(1 << 12).rows() > 0) {
      // Only their number matters.
    }
    return handedOut;
  }

  private int label(double value, long row) {
    int label = (int) value;
    if (label != value || label < 0 || label >= classes) {
      throw InputException.in(
          where,
          "label at row %d is %s; labels of %d classes must be integers in 0 … %d",
          row,
          label == value ? Integer.toString(label) : Double.toString(value),
          classes,
          classes - 1);
    }
    return label;
  }

  @Override
  public void close() {
    try (files;
        numbers) {
      // Closes the numbers, then their file.
    } catch (IOException e) {
      throw ByteSource.unreadable(location.file(), e);
    }
  }

  private static final class NpyNumbers implements Numbers {
    private final Elements elements;
    private long left;

    NpyNumbers(Elements elements, long length) {
      this.elements = elements;
      this.left = length;
    }

    @Override
    public int read(double[] values) throws IOException {
      int count = (int) Math.min(values.length, left);
      elements.read(values, 0, count);
      left -= count;
      if (count < values.length) {
        elements.requireEnd();
      }
      return count;
    }

    @Override
    public void close() throws IOException {
      elements.close();
    }
  }

  /** Numbers in one column, as numpy writes vectors, or on one line, as csv writers do. */
  private static final class CsvNumbers implements Numbers {
    private final ArrayLocation location;
    private final CsvRows rows;
    private final double[] line;
    private int lineDone;
    private long lines;

    CsvNumbers(ArrayLocation location, CsvRows rows) {
      this.location = location;
      this.rows = rows;
      this.line = new double[rows.columns()];
      this.lineDone = line.length;
    }

    @Override
    public int read(double[] values) {
      int count = 0;
      while (count < values.length && (lineDone < line.length || nextLine())) {
        int part = Math.min(values.length - count, line.length - lineDone);
        System.arraycopy(line, lineDone, values, count, part);
        lineDone += part;
        count += part;
      }
      return count;
    }

    private boolean nextLine() {
      if (!rows.next(line, 0)) {
        return false;
      }
      lineDone = 0;
      lines++;
      if (lines > 1 && line.length > 1) {
        throw InputException.in(
            location,
            "has several lines of %d numbers; one number per line, or all on one line, are needed%s",
            line.length,
            line.length == 2 ? CsvStored.INDEX_HINT : "");
      }
      return true;
    }

    @Override
    public void close() throws IOException {
      rows.close();
    }
  }
}
