package org.transcal.adapt.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineTest {
  @Test
  void givenNoNativePyTorch_thenTheMessageNamesTheArtifactsToAdd(@TempDir Path home)
      throws Exception {
    String withoutPyTorch =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(jar -> !jar.contains("pytorch-native") && !jar.contains("pytorch-jni"))
            .collect(Collectors.joining(File.pathSeparator));
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Duser.home=" + home,
                "-cp",
                withoutPyTorch,
                StartedEngine.class.getName())
            .redirectErrorStream(true)
            .start();

    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(output).isNotZero();
    assertThat(output)
        .contains("PyTorch cannot be started", "pytorch-jni and pytorch-native-cpu", "Linux");
  }

  /** Starts the engine and nothing else. */
  static final class StartedEngine {
    private StartedEngine() {}

    public static void main(String[] arguments) {
      Engine.newManager().close();
    }
  }
}
