package org.transcal.io.example;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Inputs near good ones, by a seed: bits flipped, numbers replaced, ranges cut, copied, joined. */
final class Mutations {
  private static final long[] EDGES = {
    0,
    1,
    2,
    4,
    8,
    127,
    128,
    255,
    256,
    32767,
    65535,
    65536,
    1L << 20,
    Integer.MAX_VALUE,
    0xffffffffL,
    1L << 32,
    1L << 53,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    -1
  };
  private static final int LONGEST = 4096;

  private final SplittableRandom random;
  private final List<byte[]> seeds;
  private final List<byte[]> words;

  /** Mutates the seeds; {@code words} are pieces that mean something in the format. */
  Mutations(long seed, List<byte[]> seeds, List<byte[]> words) {
    this.random = new SplittableRandom(seed);
    this.seeds = seeds;
    this.words = words;
  }

  byte[] next() {
    if (random.nextInt(20) == 0) {
      byte[] noise = new byte[random.nextInt(200)];
      random.nextBytes(noise);
      return noise;
    }
    byte[] input = pick(seeds).clone();
    int steps = 1 + random.nextInt(6);
    for (int i = 0; i < steps; i++) {
      input = mutate(input);
    }
    return input.length > LONGEST ? Arrays.copyOf(input, LONGEST) : input;
  }

  private byte[] pick(List<byte[]> list) {
    return list.get(random.nextInt(list.size()));
  }

  private byte[] mutate(byte[] input) {
    if (input.length == 0) {
      return pick(seeds).clone();
    }
    int at = random.nextInt(input.length);
    int length = 1 + random.nextInt(Math.min(32, input.length - at));
    return switch (random.nextInt(9)) {
      case 0 -> flipped(input, at);
      case 1 -> withNumber(input, at);
      case 2 -> joined(input, 0, at, input, at + length, input.length);
      case 3 -> joined(input, 0, at + length, input, at, input.length);
      case 4 -> Arrays.copyOf(input, at);
      case 5 -> inserted(input, at, pick(words));
      case 6 -> overwritten(input, at, pick(words));
      case 7 -> {
        byte[] other = pick(seeds);
        yield joined(input, 0, at, other, random.nextInt(other.length), other.length);
      }
      default -> withDigit(input, at);
    };
  }

  private byte[] flipped(byte[] input, int at) {
    input[at] ^= (byte) (1 << random.nextInt(8));
    return input;
  }

  /** A little-endian number of 1, 2, 4 or 8 bytes that bounds are got wrong at. */
  private byte[] withNumber(byte[] input, int at) {
    long value = EDGES[random.nextInt(EDGES.length)] + random.nextInt(3) - 1;
    int bytes = 1 << random.nextInt(4);
    for (int i = 0; i < bytes && at + i < input.length; i++) {
      input[at + i] = (byte) (value >>> (8 * i));
    }
    return input;
  }

  private byte[] withDigit(byte[] input, int at) {
    for (int i = at; i < input.length; i++) {
      if (input[i] >= '0' && input[i] <= '9') {
        input[i] = (byte) ('0' + random.nextInt(10));
        return input;
      }
    }
    return input;
  }

  private static byte[] inserted(byte[] input, int at, byte[] word) {
    return joined(joined(input, 0, at, word, 0, word.length), input, at);
  }

  private static byte[] joined(byte[] first, byte[] second, int from) {
    return joined(first, 0, first.length, second, from, second.length);
  }

  private static byte[] overwritten(byte[] input, int at, byte[] word) {
    System.arraycopy(word, 0, input, at, Math.min(word.length, input.length - at));
    return input;
  }

  private static byte[] joined(byte[] a, int aFrom, int aTo, byte[] b, int bFrom, int bTo) {
    byte[] joined = new byte[aTo - aFrom + Math.max(0, bTo - bFrom)];
    System.arraycopy(a, aFrom, joined, 0, aTo - aFrom);
    System.arraycopy(b, bFrom, joined, aTo - aFrom, Math.max(0, bTo - bFrom));
    return joined;
  }
}
