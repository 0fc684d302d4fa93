package org.transcal.djl;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.io.json.ModelJson;
import org.transcal.io.json.Provenance;
import org.transcal.model.TemperatureModel;

/** The program for users of DJL in docs/guide/onnx.md, compiled and run as printed. */
class DocumentationTest {
  private static final int PATIENCE_SECONDS = 300;

  @TempDir private Path folder;

  @Test
  void givenTheProgramOfThePage_thenItRunsAsPrinted() throws Exception {
    Path program = Files.writeString(folder.resolve("Serve.java"), program());
    ModelJson.write(
        folder.resolve("transcal-out/task/model.json"),
        new TemperatureModel(3, 1e6),
        Provenance.unknown());
    Path image = folder.resolve("example/images/target/circle/00.png");
    Files.createDirectories(image.getParent());
    ImageIO.write(new BufferedImage(32, 32, BufferedImage.TYPE_3BYTE_BGR), "png", image.toFile());

    String output = run(program);

    // A temperature this high leaves nothing but a third for each class.
    assertThat(output).contains("circle", "square", "triangle", "0.33333");
  }

  private static String program() throws IOException {
    Path page = Path.of(System.getProperty("transcal.root"), "docs", "guide", "onnx.md");
    return Stream.of(Files.readString(page).split("(?m)^```"))
        .filter(part -> part.startsWith("java\n") && part.contains("CalibratedTranslator"))
        .map(part -> part.substring("java\n".length()))
        .findFirst()
        .orElseThrow();
  }

  private String run(Path program) throws Exception {
    Path output = folder.resolve("output.txt");
    List<String> line =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx512m",
            "-Dai.djl.offline=true",
            "-cp",
            System.getProperty("java.class.path"),
            program.toString());
    Process process =
        new ProcessBuilder(line)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("not done within " + PATIENCE_SECONDS + " s");
    }
    String text = Files.readString(output, StandardCharsets.UTF_8);
    assertThat(process.exitValue()).as(text).isZero();
    return text;
  }
}
