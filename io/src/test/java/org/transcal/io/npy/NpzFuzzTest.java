package org.transcal.io.npy;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.transcal.io.example.HostileInputs;
import org.transcal.io.example.HostileReader;
import org.transcal.io.example.NpyBytes;
import org.transcal.io.example.NpzBytes;

/** Hostile {@code .npz} archives. */
class NpzFuzzTest extends HostileReader {
  NpzFuzzTest() {
    super(INPUTS, seeds(), WORDS);
  }

  private static final HostileInputs INPUTS =
      new HostileInputs(
          "x.npz",
          source -> {
            byte[] bytes = source.stream(0, source.size()).readAllBytes();
            try (NpzArchive archive = NpzArchive.open(NpzBytes.file(bytes))) {
              for (String name : archive.names()) {
                NpyArray array = archive.array(name);
                if (array.header().rank() == 2) {
                  array.matrix();
                } else {
                  array.digest();
                }
              }
            }
          });

  private static final List<byte[]> WORDS =
      HostileInputs.words(
          "PK\1\2",
          "PK\3\4",
          "PK\5\6",
          "PK\6\6",
          "PK\6\7",
          "\1\0\20\0",
          "\377\377\377\377",
          "\10\0",
          "../",
          ".npy",
          "\223NUMPY\1\0",
          "\0\0\0\0\0\0\0\0",
          "\377\377\377\377\377\377\377\177");

  private static List<byte[]> seeds() {
    Map<String, byte[]> arrays = new TreeMap<>();
    arrays.put("a", NpyBytes.floats(2, 1, 2, 3, 4));
    arrays.put("b", NpyBytes.integers(1, 2));
    return List.of(
        NpzBytes.deflated(arrays), NpzBytes.stored(arrays), NumpyFiles.bytes("descriptor.npz"));
  }
}
