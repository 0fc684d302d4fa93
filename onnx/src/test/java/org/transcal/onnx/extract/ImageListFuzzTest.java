package org.transcal.onnx.extract;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.transcal.io.file.InputException;

/** Hostile lists of images: read, or refused in one line that names the file. */
class ImageListFuzzTest {
  private static final int COUNT = 3_000;
  private static final byte[] BYTES = {
    ' ', '\t', '\n', '\r', '0', '9', 'a', '/', '.', 0, -1, '"', '\\'
  };

  @FuzzTest(maxDuration = "20m")
  void fuzz(byte[] input) throws IOException {
    accepts(input);
  }

  @Test
  void givenBytesThatMeanSomething_thenListsAreReadOrRefused() throws IOException {
    SplittableRandom random = new SplittableRandom(5);
    int accepted = 0;
    for (int i = 0; i < COUNT; i++) {
      byte[] input = new byte[random.nextInt(20)];
      for (int at = 0; at < input.length; at++) {
        input[at] = BYTES[random.nextInt(BYTES.length)];
      }
      accepted += accepts(input) ? 1 : 0;
    }
    assertThat(accepted).isBetween(COUNT / 100, COUNT * 9 / 10);
  }

  private static boolean accepts(byte[] input) throws IOException {
    Path file = Files.createTempFile("images", ".txt");
    try {
      Files.write(file, input);
      for (FoundImage image : new ImageFinder(Optional.empty()).in(file)) {
        assertThat(image.number()).isGreaterThanOrEqualTo(-1);
      }
      return true;
    } catch (InputException refused) {
      assertThat(refused.getMessage()).contains(file.toString()).doesNotContain("\n", "\r");
      return false;
    } finally {
      Files.delete(file);
    }
  }
}
