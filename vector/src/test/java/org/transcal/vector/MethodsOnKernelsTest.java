package org.transcal.vector;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.transcal.calibration.Methods;
import org.transcal.kernel.Kernels;

/** Every method gives the same with vectors and with plain loops. */
class MethodsOnKernelsTest {
  /** Gradient-based fits stop at a gradient of 1e-6 of its start. */
  private static final double SEARCHED = 1e-4;

  @Test
  void givenEitherKernel_thenEveryMethodAgrees() throws Exception {
    Map<String, double[][]> vectors = with("");
    Map<String, double[][]> loops = with("loops");

    for (String name : Methods.names()) {
      double[][] expected = loops.get("loops " + name);
      double[][] actual = vectors.get("vector " + name);
      double largest = 0;
      for (int i = 0; i < expected.length; i++) {
        for (int k = 0; k < expected[i].length; k++) {
          largest = Math.max(largest, Math.abs(actual[i][k] - expected[i][k]));
        }
      }
      assertThat(largest).as(name).isLessThanOrEqualTo(SEARCHED);
    }
  }

  /** The kernel is chosen once per loader. */
  @SuppressWarnings("unchecked")
  private static Map<String, double[][]> with(String choice) throws Exception {
    List<URL> path = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      path.add(Path.of(entry).toUri().toURL());
    }
    String before = System.setProperty(Kernels.CHOICE_PROPERTY, choice);
    try (URLClassLoader loader =
        new URLClassLoader(path.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
      return ((Supplier<Map<String, double[][]>>)
              loader.loadClass(EveryMethod.class.getName()).getConstructor().newInstance())
          .get();
    } finally {
      if (before == null) {
        System.clearProperty(Kernels.CHOICE_PROPERTY);
      } else {
        System.setProperty(Kernels.CHOICE_PROPERTY, before);
      }
    }
  }
}
