package org.transcal.metric;

import java.util.Arrays;

/**
 * Rows counted by confidence and correctness, in bounded memory however many rows there are.
 *
 * <p>A confidence has a number whose order is its own: the bits of c up to one half, and beyond it
 * those of 1 − c counted backwards, so that confidences near 1 are told apart as finely as those
 * near 0. Rows with the same number form a cell. Where there are more cells of right and of wrong
 * rows than allowed, low bits of the number are dropped, as few as suffice. How many are dropped in
 * the end depends on the set of rows alone, since a part of the rows never has more cells than all:
 * neither the order of rows nor the moments of dropping matter.
 *
 * <p>Of each cell there remain the number of rows, their mean confidence, and the smallest and the
 * largest one. Until a bit is dropped nothing is lost.
 *
 * <p>Cost: 80 bytes an allowed cell, and as much again while bits are dropped, at most 62 times.
 */
final class CellTable {
  private static final long HALF = Double.doubleToRawLongBits(0.5);

  /** Below any number of a confidence above 2^−511, so that numbers and a bit more fit a long. */
  private static final long FIRST = 0x2000L << 48;

  /** Confidence 1 has the number of the next power of two after the smallest 1 − c, 2^−53. */
  private static final double BEYOND = 0x1p-54;

  private static final long EMPTY = -1;
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private final int most;
  private final int slotBits;
  private Slots slots;
  private int used;
  private int shift;

  /** One slot a cell of right or of wrong rows; at most half are used. */
  private static final class Slots {
    private final long[] key;
    private final double[] count;

    /** Σ of the distances from the edge of the cell: sums of small numbers round little. */
    private final double[] offset;

    private final double[] low;
    private final double[] high;

    Slots(int size) {
      key = new long[size];
      Arrays.fill(key, EMPTY);
      count = new double[size];
      offset = new double[size];
      low = new double[size];
      high = new double[size];
    }
  }

  /**
   * Starts with no rows.
   *
   * @param most allowed cells, those of right rows and those of wrong rows counted apart
   */
  CellTable(int most) {
    if (most < 2 || most > 1 << 24) {
      throw new IllegalArgumentException("Number of cells is " + most + "; it must be in 2 … 2^24");
    }
    this.most = most;
    this.slotBits = 33 - Integer.numberOfLeadingZeros(most - 1);
    this.slots = new Slots(1 << slotBits);
  }

  /** Adds rows of one confidence in [0, 1] that are all right (correctness 1) or all wrong (0). */
  void add(double confidence, double correctness, double frequency) {
    long key = number(confidence) >>> shift << 1 | (correctness > 0 ? 1 : 0);
    double offset = frequency * (confidence - edge(key));
    if (put(slots, key, frequency, offset, confidence, confidence) && ++used > most) {
      drop();
    }
  }

  /** Rises with the confidence; equal only where confidences are (all below 2^−511 are alike). */
  static long number(double confidence) {
    if (confidence <= 0.5) {
      return Math.max(0, Double.doubleToRawLongBits(confidence) - FIRST);
    }
    // Exact, since 1/2 <= c <= 1.
    double rest = Math.max(BEYOND, 1 - confidence);
    return 2 * HALF - Double.doubleToRawLongBits(rest) - FIRST;
  }

  /** The smallest confidence of a cell, but for rounding. */
  private double edge(long key) {
    long bits = (key >>> 1 << shift) + FIRST;
    return bits <= HALF
        ? Double.longBitsToDouble(bits)
        : 1 - Double.longBitsToDouble(2 * HALF - bits);
  }

  /** Whether the key is new. */
  private boolean put(Slots to, long key, double count, double offset, double low, double high) {
    int slot = slot(to, key);
    if (to.key[slot] == EMPTY) {
      to.key[slot] = key;
      to.count[slot] = count;
      to.offset[slot] = offset;
      to.low[slot] = low;
      to.high[slot] = high;
      return true;
    }
    to.count[slot] += count;
    to.offset[slot] += offset;
    to.low[slot] = Math.min(to.low[slot], low);
    to.high[slot] = Math.max(to.high[slot], high);
    return false;
  }

  private int slot(Slots in, long key) {
    int slot = (int) (key * GOLDEN >>> 64 - slotBits);
    while (in.key[slot] != EMPTY && in.key[slot] != key) {
      slot = slot + 1 & in.key.length - 1;
    }
    return slot;
  }

  /** Drops as few bits as leave no more cells than allowed. */
  private void drop() {
    int bits = bitsToDrop();
    Slots fine = slots;
    Slots coarse = new Slots(fine.key.length);
    double[] edges = new double[fine.key.length];
    for (int i = 0; i < edges.length; i++) {
      edges[i] = fine.key[i] == EMPTY ? 0 : edge(fine.key[i]);
    }
    shift += bits;
    used = 0;
    // In the order of keys, so that sums do not depend on where the cells happened to stand.
    for (long key : sortedKeys()) {
      int i = slot(fine, key);
      long dropped = key >>> 1 >>> bits << 1 | key & 1;
      double offset = fine.offset[i] + fine.count[i] * (edges[i] - edge(dropped));
      if (put(coarse, dropped, fine.count[i], offset, fine.low[i], fine.high[i])) {
        used++;
      }
    }
    slots = coarse;
  }

  private int bitsToDrop() {
    // Neighbours become one as soon as the highest bit in which they differ is dropped.
    int[] merged = new int[Long.SIZE + 1];
    long[] last = {EMPTY, EMPTY};
    for (long key : sortedKeys()) {
      int side = (int) (key & 1);
      long cell = key >>> 1;
      if (last[side] != EMPTY) {
        merged[Long.SIZE - Long.numberOfLeadingZeros(cell ^ last[side])]++;
      }
      last[side] = cell;
    }
    int bits = 0;
    for (int left = used; left > most; left -= merged[bits]) {
      bits++;
    }
    return bits;
  }

  private long[] sortedKeys() {
    long[] keys = Arrays.stream(slots.key).filter(key -> key != EMPTY).toArray();
    Arrays.sort(keys);
    return keys;
  }

  /** How many low bits of the numbers of confidences have been dropped. */
  int droppedBits() {
    return shift;
  }

  /** The cells so far, in ascending order; there must be a row. */
  ConfidenceCells cells() {
    long[] keys = sortedKeys();
    ConfidenceCells.Builder cells = new ConfidenceCells.Builder(keys.length);
    for (int i = 0; i < keys.length; i++) {
      if (i == 0 || keys[i] >>> 1 != keys[i - 1] >>> 1) {
        cells.next();
      }
      int slot = slot(slots, keys[i]);
      double count = slots.count[slot];
      double low = slots.low[slot];
      double high = slots.high[slot];
      double mean = edge(keys[i]) + slots.offset[slot] / count;
      cells.side((keys[i] & 1) == 1, count, Math.max(low, Math.min(high, mean)), low, high);
    }
    return cells.build();
  }
}
