package org.transcal.metric;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.apache.commons.rng.UniformRandomProvider;
import org.transcal.matrix.Frequencies;

/**
 * Confidence and correctness of many rows in 8 bytes per row, 16 once a row has a frequency other
 * than 1.
 *
 * <p>A row is one key: the bits of its confidence followed by one bit for its correctness. The bits
 * of non-negative doubles have the order of the doubles, so sorted keys are sorted by confidence,
 * with wrong rows first in a tie. Memory grows in chunks, without copying.
 */
final class ConfidenceRows {
  private static final int CHUNK_BITS = 14;
  private static final int CHUNK = 1 << CHUNK_BITS;

  private long[][] chunks = {};
  private double[] frequency = {};
  private int size;

  void add(double confidence, double correctness, double rowFrequency) {
    if (size == Integer.MAX_VALUE) {
      throw new IllegalStateException("At most " + size + " rows can be evaluated at once");
    }
    int chunk = size >>> CHUNK_BITS;
    if (size % CHUNK == 0) {
      chunks = Arrays.copyOf(chunks, chunk + 1);
      chunks[chunk] = new long[CHUNK];
    }
    chunks[chunk][size % CHUNK] =
        Double.doubleToRawLongBits(confidence) << 1 | (correctness > 0 ? 1 : 0);
    addFrequency(rowFrequency);
    size++;
  }

  private void addFrequency(double rowFrequency) {
    if (rowFrequency == 1 && !isWeighted()) {
      return;
    }
    if (size >= frequency.length) {
      int used = isWeighted() ? size : 0;
      frequency = Arrays.copyOf(frequency, size + size / 2 + CHUNK);
      Arrays.fill(frequency, used, size, 1);
    }
    frequency[size] = rowFrequency;
  }

  int size() {
    return size;
  }

  long key(int row) {
    return chunks[row >>> CHUNK_BITS][row & CHUNK - 1];
  }

  double confidence(int row) {
    return Double.longBitsToDouble(key(row) >>> 1);
  }

  boolean isCorrect(int row) {
    return (key(row) & 1) == 1;
  }

  /** Whether a row has a frequency other than 1. */
  boolean isWeighted() {
    return frequency.length > 0;
  }

  Frequencies frequencies() {
    return isWeighted()
        ? Frequencies.copyOf(Arrays.copyOf(frequency, size))
        : Frequencies.ones(size);
  }

  /** Sorts the keys in place; only for rows of frequency 1. */
  void sort() {
    quicksort(0, size, new SplittableRandom(0));
  }

  /** Random pivots, so that no order of rows is slow; Java sorts a range within one chunk. */
  private void quicksort(int from, int to, SplittableRandom random) {
    while (to - from > 1) {
      if (from >>> CHUNK_BITS == to - 1 >>> CHUNK_BITS) {
        int start = from & CHUNK - 1;
        Arrays.sort(chunks[from >>> CHUNK_BITS], start, start + to - from);
        return;
      }
      long pivot = key(random.nextInt(from, to));
      int i = from;
      int j = to - 1;
      while (i <= j) {
        while (key(i) < pivot) {
          i++;
        }
        while (key(j) > pivot) {
          j--;
        }
        if (i <= j) {
          swap(i++, j--);
        }
      }
      // The smaller side first: the recursion is then at most log2(size) deep.
      if (j + 1 - from < to - i) {
        quicksort(from, j + 1, random);
        from = i;
      } else {
        quicksort(i, to, random);
        to = j + 1;
      }
    }
  }

  private void swap(int i, int j) {
    long key = key(i);
    chunks[i >>> CHUNK_BITS][i & CHUNK - 1] = key(j);
    chunks[j >>> CHUNK_BITS][j & CHUNK - 1] = key;
  }

  /** A random subset of the rows, by selection sampling (Knuth, Algorithm 3.4.2 S). */
  ConfidenceRows sample(int count, UniformRandomProvider random) {
    ConfidenceRows sample = new ConfidenceRows();
    for (int row = 0; sample.size < count; row++) {
      if (random.nextInt(size - row) < count - sample.size) {
        sample.add(confidence(row), isCorrect(row) ? 1 : 0, 1);
      }
    }
    return sample;
  }
}
