package org.transcal.onnx.example;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.transcal.onnx.graph.ElementType;

/** The pictures, the network and the expected values of golden.py. */
public final class Pictures {
  private static final String GOLDEN = "/org/transcal/onnx/extract/golden.txt";

  private Pictures() {}

  /** Lines of golden.txt that start with a word, as words after it. */
  public static List<List<String>> golden(String kind) {
    try (InputStream bytes = Pictures.class.getResourceAsStream(GOLDEN)) {
      return new String(bytes.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(line -> Arrays.asList(line.split(" ")))
          .filter(words -> words.get(0).equals(kind))
          .map(words -> words.subList(1, words.size()))
          .toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** A picture in closed form. */
  public static BufferedImage picture(int width, int height, int seed) {
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_3BYTE_BGR);
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        int rgb = 0;
        for (int c = 0; c < 3; c++) {
          int value = (x * (7 + seed) + y * 13 + c * 29 + x * y / (3 + seed) + x * x / 11) % 256;
          rgb = rgb << 8 | value;
        }
        image.setRGB(x, y, rgb);
      }
    }
    return image;
  }

  /** Writes a picture; the format is the file's extension. */
  public static Path write(BufferedImage image, Path file) {
    String name = file.getFileName().toString();
    try {
      Files.createDirectories(file.getParent());
      if (!ImageIO.write(image, name.substring(name.lastIndexOf('.') + 1), file.toFile())) {
        throw new AssertionError("no writer for " + file);
      }
      return file;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** The small convolutional network: features are "pooled", logits "scores". */
  public static TestGraph network(Object batch) {
    double[] kernel = new double[4 * 3 * 3 * 3];
    Arrays.setAll(kernel, Math::sin);
    double[] linear = new double[4 * 3];
    Arrays.setAll(linear, Math::cos);
    return TestGraph.ofOpset(13)
        .input("image", ElementType.FLOAT, batch, 3, 16, 16)
        .weights("kernel", ElementType.FLOAT, kernel, 4, 3, 3, 3)
        .weights("linear", ElementType.FLOAT, linear, 4, 3)
        .node(
            "Conv",
            List.of("image", "kernel"),
            "maps",
            Map.of("strides", new int[] {2, 2}, "pads", new int[] {1, 1, 1, 1}))
        .node("Relu", List.of("maps"), "positive")
        .node("GlobalAveragePool", List.of("positive"), "pool4")
        .node("Flatten", List.of("pool4"), "pooled")
        .node("MatMul", List.of("pooled", "linear"), "scores")
        .node("Softmax", List.of("scores"), "probs")
        .output("probs", ElementType.FLOAT, batch, 3);
  }
}
