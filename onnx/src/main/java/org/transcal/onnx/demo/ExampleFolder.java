package org.transcal.onnx.demo;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import javax.imageio.ImageIO;
import org.transcal.io.file.AtomicFile;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;
import org.transcal.onnx.demo.Picture.Camera;
import org.transcal.onnx.demo.Picture.Shape;

/**
 * Files to try the commands with: {@code net.onnx}, a classifier of three shapes; {@code
 * images/{source,target}/{circle,square,triangle}/NN.png}, of which the target's are noisier; and
 * {@code source.txt} and {@code target.txt}, which list them with their labels.
 */
public final class ExampleFolder {
  private static final int PICTURES_PER_CLASS = 100;
  private static final long SEED = 2020;

  private ExampleFolder() {}

  /**
   * Writes the files, the same each time.
   *
   * @return the number of files
   * @throws InputException if a different file of that name exists
   */
  public static int write(Path folder) {
    Map<Path, byte[]> files = new LinkedHashMap<>();
    files.put(folder.resolve("net.onnx"), ExampleNetwork.toBytes());
    SplittableRandom random = new SplittableRandom(SEED);
    addDomain(files, folder, "source", Camera.SOURCE, random);
    addDomain(files, folder, "target", Camera.TARGET, random);
    files.forEach(ExampleFolder::requireNoOther);
    files.forEach(AtomicFile::write);
    return files.size();
  }

  private static void addDomain(
      Map<Path, byte[]> files, Path folder, String domain, Camera camera, SplittableRandom random) {
    StringBuilder list = new StringBuilder();
    for (Shape shape : Shape.values()) {
      for (int i = 0; i < PICTURES_PER_CLASS; i++) {
        String shapeName = shape.name().toLowerCase(Locale.ROOT);
        String name = String.format(Locale.ROOT, "images/%s/%s/%02d.png", domain, shapeName, i);
        files.put(folder.resolve(name), png(Picture.draw(shape, camera, random)));
        list.append(name).append(' ').append(shape.ordinal()).append('\n');
      }
    }
    files.put(folder.resolve(domain + ".txt"), list.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] png(Picture picture) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      ImageIO.write(picture.toImage(), "png", bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void requireNoOther(Path file, byte[] content) {
    try {
      if (Files.exists(file) && !Arrays.equals(Files.readAllBytes(file), content)) {
        throw InputException.in(file, "already exists and differs; choose another folder");
      }
    } catch (IOException e) {
      throw ByteSource.unreadable(file, e);
    }
  }
}
