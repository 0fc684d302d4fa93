package org.transcal.io.dataset;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.StringTokenizer;
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
  private static final int LONGEST_NUMBER = 400;
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
    InputStream bytes = source.stream(0, source.size());
    new Lines(source.name())
        .read(new BufferedReader(new InputStreamReader(bytes, StandardCharsets.ISO_8859_1)));
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

  /** Reads the lines of one file. */
  private final class Lines {
    private final Path file;
    private long line;

    Lines(Path file) {
      this.file = file;
    }

    void read(BufferedReader text) throws IOException {
      for (String next = text.readLine(); next != null; next = text.readLine()) {
        line++;
        int comment = next.indexOf('#');
        StringTokenizer tokens =
            new StringTokenizer(comment < 0 ? next : next.substring(0, comment), " \t");
        if (tokens.hasMoreTokens()) {
          labels.add(label(tokens.nextToken()));
          domains.add(domainNames.size() - 1);
          rows++;
          for (int before = leastIndex - 1; tokens.hasMoreTokens(); ) {
            before = addValue(before, tokens.nextToken());
          }
          starts.add(size);
        }
      }
    }

    private boolean isNumber(String text) {
      return text.length() <= LONGEST_NUMBER && decimal.read(text.toCharArray(), 0, text.length());
    }

    private int label(String token) {
      boolean number = isNumber(token);
      int label = (int) decimal.value();
      if (!number || label != decimal.value() || label == NO_CLASS) {
        throw wrong("starts with %s; labels must be integers", InputException.quote(token));
      }
      return label;
    }

    private int addValue(int before, String token) {
      int colon = token.indexOf(':');
      double index =
          colon > 0 && isNumber(token.substring(0, colon)) ? decimal.value() : Double.NaN;
      if (!(index > before && index <= MOST_COLUMNS && index == Math.rint(index))) {
        throw wrong(
            "has %s; index:value is needed, with indices that start at %s and increase",
            InputException.quote(token), leastIndex == first ? first : "1 (or 0)");
      }
      if (!isNumber(token.substring(colon + 1))
          || !(Math.abs(decimal.value()) <= DomainFeatures.LARGEST)) {
        throw wrong(
            "has %s; its value must be a finite number, within ±%s",
            InputException.quote(token), DomainFeatures.LARGEST);
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

    private InputException wrong(String problem, Object... values) {
      return InputException.in(file, "line " + line + " " + problem, values);
    }
  }
}
