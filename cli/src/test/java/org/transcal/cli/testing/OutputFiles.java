package org.transcal.cli.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Output files of a command, read without the project's own readers. */
public final class OutputFiles {
  private OutputFiles() {}

  private static final String LOCK = ".transcal.lock";

  /** Names of all files in a folder except its lock; empty if there is no folder. */
  public static Set<String> in(Path folder) {
    if (!Files.exists(folder)) {
      return Set.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.equals(LOCK))
          .collect(Collectors.toCollection(TreeSet::new));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether the locale of this process supports a file name. */
  public static boolean canName(String name) {
    return Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"))
        .newEncoder()
        .canEncode(name);
  }

  /** A file's text. */
  public static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The first number with a name in JSON. */
  public static double number(String json, String name) {
    Matcher matcher =
        Pattern.compile("\"" + Pattern.quote(name) + "\"\\s*:\\s*(-?[0-9][-+0-9.eE]*)")
            .matcher(json);
    if (!matcher.find()) {
      throw new AssertionError("No number \"" + name + "\" in " + json);
    }
    return Double.parseDouble(matcher.group(1));
  }

  /** The result of a method in result.json. */
  public static String result(String json, String method) {
    int start = json.indexOf("\"method\": \"" + method + "\"");
    if (start < 0) {
      throw new AssertionError("No result of " + method + " in " + json);
    }
    int next = json.indexOf("\"method\"", start + 1);
    return json.substring(start, next < 0 ? json.length() : next);
  }

  /** The numbers of a C-ordered little-endian {@code .npy} file, and its shape. */
  public static Npy npy(Path file) {
    try {
      byte[] bytes = Files.readAllBytes(file);
      ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
      int headerLength = buffer.getShort(8) & 0xffff;
      String header = new String(bytes, 10, headerLength, StandardCharsets.US_ASCII);
      boolean single = header.contains("'<f4'");
      int size = single ? Float.BYTES : Double.BYTES;
      int start = 10 + headerLength;
      double[] values = new double[(bytes.length - start) / size];
      for (int i = 0; i < values.length; i++) {
        values[i] = single ? buffer.getFloat(start + i * size) : buffer.getDouble(start + i * size);
      }
      return new Npy(header, values);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Header and numbers of a {@code .npy} file. */
  public record Npy(String header, double[] values) {}
}
