package org.transcal.io;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.transcal.io.array.StoredArray;
import org.transcal.io.example.ExampleTask;
import org.transcal.io.example.HostileInputs;
import org.transcal.io.example.HostileReader;
import org.transcal.io.file.ByteSource;
import org.transcal.io.npy.NpyArray;

/** Hostile tasks: all arrays but one are good. */
class TaskFuzzTest extends HostileReader {
  TaskFuzzTest() {
    super(INPUTS, seeds(), WORDS);
  }

  private static final List<String> NAMES = List.copyOf(ExampleTask.arrays().keySet());

  private static final Map<String, StoredArray> GOOD =
      NAMES.stream().collect(Collectors.toMap(n -> n, n -> array(n, ExampleTask.arrays().get(n))));

  private static StoredArray array(String name, byte[] bytes) {
    return NpyArray.in(ByteSource.of(Path.of(name), bytes)).digested();
  }

  /** The first byte chooses the array that the others replace. */
  private static final HostileInputs INPUTS =
      new HostileInputs(
          "x.npy",
          source -> {
            byte[] input = source.stream(0, source.size()).readAllBytes();
            SortedMap<String, StoredArray> arrays = new TreeMap<>(GOOD);
            if (input.length > 0) {
              String replaced = NAMES.get((input[0] & 0xff) % NAMES.size());
              byte[] bytes = Arrays.copyOfRange(input, 1, input.length);
              arrays.put(replaced, array(replaced, bytes));
            }
            TaskReader.read(new TaskArrays(Path.of("x"), "x", arrays, arrays.keySet()));
          });

  private static List<byte[]> seeds() {
    Map<String, byte[]> arrays = ExampleTask.arrays();
    return NAMES.stream()
        .map(
            name -> {
              byte[] array = arrays.get(name);
              byte[] seed = new byte[array.length + 1];
              seed[0] = (byte) NAMES.indexOf(name);
              System.arraycopy(array, 0, seed, 1, array.length);
              return seed;
            })
        .toList();
  }

  private static final List<byte[]> WORDS =
      HostileInputs.words(
          "f2",
          "f8",
          "i8",
          "b1",
          "(0, 3)",
          "(5, 0)",
          "(5,)",
          "True ",
          "\0\0\300\177",
          "\0\0\200\177",
          "\377\377\377\377",
          "\0\0\200\77",
          "\1\0\0\0\0\0\0\0",
          "U",
          "O");
}
