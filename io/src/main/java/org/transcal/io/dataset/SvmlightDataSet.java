package org.transcal.io.dataset;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.transcal.io.csv.DecimalReader;
import org.transcal.io.file.Allocation;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;
import org.transcal.task.DomainFeatures;

/**
 * Collects svmlight files, {@code label index:value index:value … # comment}, one per domain.
 *
 * <p>Indices start at 1, as the format says, unless one of them is 0, as scikit-learn writes them:
 * then they start at 0 in all files. The caller may also give the first index.
 */
final class SvmlightDataSet {
  private static final String WHERE = "svmlight files";
  private static final int LONGEST_TOKEN = 400;
  private static final int MOST_COLUMNS = 100_000_000;

  /** Marks an unlabelled row; every label is larger. */
  private static final int NO_CLASS = Integer.MIN_VALUE;

  private final List<String> domainNames = new ArrayList<>();
  private final IntStream.Builder domains = IntStream.builder();
  private final IntStream.Builder labels = IntStream.builder();
  private final IntStream.Builder starts = IntStream.builder();
  private final IntStream.Builder indices = IntStream.builder();
  private final DoubleStream.Builder values = DoubleStream.builder();
  private final DecimalReader decimal = new DecimalReader();
  private int rows;
  private int size;
  private int largest;
  private int first;
  private final int leastIndex;

  /** Files whose indices start at 1, or at 0 if one of them is 0. */
  SvmlightDataSet() {
    this(0, 1);
  }

  /** Files whose indices start at the given index, 0 or 1. */
  SvmlightDataSet(int firstIndex) {
    this(firstIndex, firstIndex);
  }

  private SvmlightDataSet(int leastIndex, int first) {
    this.leastIndex = leastIndex;
    this.first = first;
    starts.add(0);
  }

  SvmlightDataSet addDomain(ByteSource source) throws IOException {
    String file = source.name().getFileName().toString();
    int dot = file.lastIndexOf('.');
    String name = dot > 0 ? file.substring(0, dot) : file;
    if (domainNames.contains(name)) {
      throw InputException.in(source.name(), "is the second file of domain " + name);
    }
    domainNames.add(name);
    int before = rows;
    try (InputStream bytes = new BufferedInputStream(source.stream(0, source.size()), 1 << 16)) {
      new FileReader(source.name(), bytes).read();
    }
    if (rows == before) {
      throw InputException.in(source.name(), "has no rows; at least one is needed");
    }
    return this;
  }

  DataSet build() {
    if (rows == 0) {
      throw new InputException("No svmlight file was given; one per domain is needed");
    }
    int[] given = labels.build().toArray();
    int[] domain = domains.build().toArray();
    markUnlabelled(given, domain);
    int[] distinct =
        Arrays.stream(given).filter(label -> label != NO_CLASS).sorted().distinct().toArray();
    if (distinct.length < 2) {
      throw InputException.in(
          WHERE + " " + InputException.list(domainNames),
          "every label is %s; at least 2 classes are needed",
          distinct.length == 0 ? "-1 (unlabelled)" : distinct[0]);
    }
    int[] classes =
        Arrays.stream(given)
            .map(l -> l == NO_CLASS ? DataSet.UNLABELLED : Arrays.binarySearch(distinct, l))
            .toArray();
    int[] columns = indices.build().toArray();
    Arrays.setAll(columns, i -> columns[i] - first);
    return new DataSet(
        new SparseRows(
            WHERE,
            largest + 1 - first,
            values.build().toArray(),
            columns,
            starts.build().toArray()),
        classes,
        domain,
        new int[0],
        domainNames,
        Arrays.stream(distinct).mapToObj(Integer::toString).toList(),
        DataSet.ClassList.FROM_LABELS);
  }

  /**
   * Replaces −1 if it means unlabelled: always, except that in a data set of −1 and +1, the
   * format's usual classes, it is a class in each file that also has +1.
   */
  private static void markUnlabelled(int[] given, int[] domain) {
    boolean signs = Arrays.stream(given).allMatch(label -> Math.abs(label) == 1);
    BitSet withPositive = new BitSet();
    for (int row = 0; row < given.length; row++) {
      if (given[row] == 1) {
        withPositive.set(domain[row]);
      }
    }
    for (int row = 0; row < given.length; row++) {
      if (given[row] == DataSet.UNLABELLED && !(signs && withPositive.get(domain[row]))) {
        given[row] = NO_CLASS;
      }
    }
  }

  /** Reads one file character by character, so that lines may have any length. */
  private final class FileReader {
    private final Path file;
    private final InputStream bytes;
    private final char[] token = new char[LONGEST_TOKEN];
    private int length;
    private int line = 1;
    private int next;

    FileReader(Path file, InputStream bytes) {
      this.file = file;
      this.bytes = bytes;
    }

    void read() throws IOException {
      next = bytes.read();
      while (next >= 0) {
        readLine();
      }
    }

    private void readLine() throws IOException {
      if (readToken()) {
        labels.add(label());
        domains.add(domainNames.size() - 1);
        int before = leastIndex - 1;
        while (readToken()) {
          before = addValue(before);
        }
        starts.add(size);
        rows++;
      }
      while (next >= 0 && next != '\n') {
        next = bytes.read();
      }
      next = next < 0 ? next : bytes.read();
      line++;
    }

    /** Reads the next token; false at the end of the line or at a comment. */
    private boolean readToken() throws IOException {
      while (next == ' ' || next == '\t' || next == '\r') {
        next = bytes.read();
      }
      length = 0;
      while (next > ' ' && next != '#') {
        if (length == LONGEST_TOKEN) {
          throw wrong("is not svmlight");
        }
        token[length++] = (char) next;
        next = bytes.read();
      }
      if (length == 0 && next >= 0 && next != '\n' && next != '#') {
        throw wrong("has an unexpected control character");
      }
      return length > 0;
    }

    private int label() {
      boolean number = decimal.read(token, 0, length);
      int label = (int) decimal.value();
      if (!number || label != decimal.value() || label == NO_CLASS) {
        throw wrong("starts with %s; labels must be integers", text());
      }
      return label;
    }

    private int addValue(int before) {
      int colon = 0;
      while (colon < length && token[colon] != ':') {
        colon++;
      }
      boolean number = colon > 0 && colon < length && decimal.read(token, 0, colon);
      double index = number ? decimal.value() : Double.NaN;
      if (!(index > before && index <= MOST_COLUMNS && index == Math.rint(index))) {
        throw wrong(
            "has %s; index:value is needed, with indices that start at %s and increase",
            text(), leastIndex == first ? first : "1 (or 0)");
      }
      if (!decimal.read(token, colon + 1, length - colon - 1)
          || !(Math.abs(decimal.value()) <= DomainFeatures.LARGEST)) {
        throw wrong(
            "has %s; its value must be a finite number, within ±%s",
            text(), DomainFeatures.LARGEST);
      }
      if (size == Allocation.LONGEST) {
        throw wrong("has more than %s values with those before it", size);
      }
      size++;
      indices.add((int) index);
      values.add(decimal.value());
      largest = Math.max(largest, (int) index);
      first = Math.min(first, (int) index);
      return (int) index;
    }

    private String text() {
      return InputException.quote(new String(token, 0, length));
    }

    private InputException wrong(String problem, Object... values) {
      return InputException.in(file, "line " + line + " " + problem, values);
    }
  }
}
