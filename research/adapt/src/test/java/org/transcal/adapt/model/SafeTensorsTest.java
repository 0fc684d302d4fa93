package org.transcal.adapt.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;

class SafeTensorsTest {
  private static final Path NAME = Path.of("x.safetensors");

  @TempDir private Path folder;

  /** A file as the format's description has it. */
  private static byte[] file(String header, float... values) {
    byte[] text = header.getBytes(StandardCharsets.UTF_8);
    ByteBuffer bytes =
        ByteBuffer.allocate(8 + text.length + 4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(text.length).put(text);
    for (float value : values) {
      bytes.putFloat(value);
    }
    return bytes.array();
  }

  private static Map<String, Tensor> read(byte[] bytes) throws IOException {
    return SafeTensors.read(ByteSource.of(NAME, bytes));
  }

  @Test
  void givenFileOfTheFormat_thenItsTensors() throws IOException {
    Map<String, Tensor> tensors =
        read(
            file(
                "{\"__metadata__\":{\"format\":\"pt\"},"
                    + "\"w\":{\"dtype\":\"F32\",\"shape\":[2,1],\"data_offsets\":[4,12]},"
                    + "\"b\":{\"dtype\":\"F32\",\"shape\":[],\"data_offsets\":[0,4]}}",
                1,
                2,
                3));

    assertThat(tensors.keySet()).containsExactly("w", "b");
    assertThat(tensors.get("w").shape()).containsExactly(2, 1);
    assertThat(tensors.get("w").values()).containsExactly(2, 3);
    assertThat(tensors.get("b").values()).containsExactly(1);
  }

  @Test
  void givenTensors_thenTheyComeBackAndBytesAreThoseOfTheFormat() throws IOException {
    TreeMap<String, Tensor> tensors = new TreeMap<>();
    tensors.put("b", Tensor.vector(new float[] {1.5f, -2}));
    tensors.put("a", new Tensor(List.of(1, 3), new float[] {1, 2, 3}));
    Path written = folder.resolve("t.safetensors");

    SafeTensors.write(written, tensors);

    byte[] bytes = Files.readAllBytes(written);
    long header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong();
    assertThat(header % 8).isZero();
    assertThat(new String(bytes, 8, (int) header, StandardCharsets.UTF_8).strip())
        .isEqualTo(
            "{\"a\":{\"dtype\":\"F32\",\"shape\":[1,3],\"data_offsets\":[0,12]},"
                + "\"b\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[12,20]}}");
    assertThat(bytes).hasSize((int) (8 + header + 20));
    Map<String, Tensor> read = SafeTensors.read(written);
    assertThat(read.get("a").values()).containsExactly(1, 2, 3);
    assertThat(read.get("b").values()).containsExactly(1.5f, -2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "[2]; [0,4]; F32; must enclose",
        "[1]; [0,4]; F16; F32 is needed",
        "[1]; [4,8]; F32; must enclose",
        "[1]; [-4,0]; F32; must be an integer in 0",
        "[2147483647,2147483647,2147483647,2147483647]; [0,4]; F32; more than 268435456 values",
        "[536870912]; [0,2147483648]; F32; more than",
        "[1e3]; [0,4]; F32; must be an integer",
        "[99999999999999999999]; [0,4]; F32; must be an integer",
        "7; [0,4]; F32; must be a list",
      })
  void givenHostileHeader_thenRefusedBeforeMemoryIsAllocated(
      String shape, String offsets, String type, String reason) {
    String header =
        "{\"w\":{\"dtype\":\""
            + type
            + "\",\"shape\":"
            + shape
            + ",\"data_offsets\":"
            + offsets
            + "}}";

    assertThatThrownBy(() -> read(file(header, 1)))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("x.safetensors: ")
        .hasMessageContaining(reason);
  }

  @Test
  void givenWrongLengths_thenRefused() {
    byte[] huge = file("{}");
    ByteBuffer.wrap(huge).order(ByteOrder.LITTLE_ENDIAN).putLong(0, Long.MAX_VALUE);

    for (byte[] bytes : List.of(new byte[0], new byte[7], huge, file("[]"), file("{\"a\""))) {
      assertThatThrownBy(() -> read(bytes)).isInstanceOf(InputException.class);
    }
  }

  @Test
  void givenNan_thenRefused() {
    assertThatThrownBy(
            () ->
                read(
                    file(
                        "{\"w\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}}",
                        Float.NaN)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("must be finite");
  }

  @Test
  void givenRandomDamage_thenBadInputAndNothingElse() throws IOException {
    TreeMap<String, Tensor> tensors = new TreeMap<>();
    tensors.put("w", new Tensor(List.of(2, 2), new float[] {1, 2, 3, 4}));
    Path written = folder.resolve("t.safetensors");
    SafeTensors.write(written, tensors);
    byte[] good = Files.readAllBytes(written);
    SplittableRandom random = new SplittableRandom(4);

    int refused = 0;
    for (int i = 0; i < 3000; i++) {
      byte[] bad = good.clone();
      for (int j = 0; j <= random.nextInt(3); j++) {
        bad[random.nextInt(bad.length)] = (byte) random.nextInt();
      }
      try {
        read(bad);
      } catch (InputException expected) {
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(500);
  }
}
