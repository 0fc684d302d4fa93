package org.transcal.metric;

import java.util.Arrays;
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
    if (rowFrequency != 1 || isWeighted()) {
      int used = frequency.length;
      if (size >= used) {
        frequency = Arrays.copyOf(frequency, size + size / 2 + CHUNK);
        Arrays.fill(frequency, used, frequency.length, 1);
      }
      frequency[size] = rowFrequency;
    }
    size++;
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
    sort(0, size, Long.SIZE - 2);
  }

  /** Radix exchange from the highest bit on; Java sorts a range within one chunk. */
  private void sort(int from, int to, int bit) {
    if (to - from < 2 || bit < 0) {
      return;
    }
    if (from >>> CHUNK_BITS == to - 1 >>> CHUNK_BITS) {
      int start = from & CHUNK - 1;
      Arrays.sort(chunks[from >>> CHUNK_BITS], start, start + to - from);
      return;
    }
    int low = from;
    int high = to;
    while (low < high) {
      if ((key(low) >>> bit & 1) == 0) {
        low++;
      } else if ((key(--high) >>> bit & 1) == 0) {
        swap(low++, high);
      }
    }
    sort(from, low, bit - 1);
    sort(low, to, bit - 1);
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
