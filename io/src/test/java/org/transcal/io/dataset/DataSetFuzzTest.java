package org.transcal.io.dataset;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.transcal.io.example.HostileInputs;
import org.transcal.io.example.HostileReader;
import org.transcal.io.example.NpyBytes;
import org.transcal.io.example.NpzBytes;

/** Hostile data sets: the arrays are whole, what they say is not. */
class DataSetFuzzTest extends HostileReader {
  DataSetFuzzTest() {
    // Fewer, since each makes an archive; the archive reader itself has a test of its own.
    super(INPUTS, SEEDS, WORDS, 20_000);
  }

  /** Each byte of the input is a number of one of the CSR arrays. */
  private static final HostileInputs INPUTS =
      new HostileInputs(
          "x.npz",
          source -> {
            byte[] numbers = source.stream(0, source.size()).readAllBytes();
            NpzDataSet.read(NpzBytes.file(NpzBytes.stored(arrays(numbers))));
          });

  private static Map<String, byte[]> arrays(byte[] numbers) {
    String[] names = {"data", "indices", "indptr", "shape", "y", "domain"};
    int[] lengths = {3, 3, 3, 2, 2, 2};
    Map<String, byte[]> arrays = new TreeMap<>();
    int at = 0;
    for (int i = 0; i < names.length; i++) {
      int length = Math.min(lengths[i], Math.max(0, numbers.length - at));
      long[] values = new long[length];
      for (int j = 0; j < length; j++) {
        values[j] = numbers[at++];
      }
      arrays.put(names[i], NpyBytes.integers(values));
    }
    return arrays;
  }

  private static final List<byte[]> SEEDS =
      List.of(
          new byte[] {1, 2, 3, 0, 1, 1, 0, 2, 3, 2, 2, 0, 1, 0, 1},
          new byte[] {1, 2, 3, 0, 1, 2, 0, 3, 3, 2, 3, 1, 0, 0, 0});

  private static final List<byte[]> WORDS =
      List.of(new byte[] {0}, new byte[] {1}, new byte[] {2}, new byte[] {127}, new byte[] {-1});
}
