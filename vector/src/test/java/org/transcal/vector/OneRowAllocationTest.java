package org.transcal.vector;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.kernel.Kernels;
import org.transcal.model.CalibrationModel;
import org.transcal.model.TemperatureModel;

/**
 * Bytes that a row takes in a warm service: a JVM of its own, since what other tests ran before
 * decides which vectors the compiler turns into objects.
 */
class OneRowAllocationTest {
  private static final int ROWS = 5_000;

  /** Until the compiler is done, vectors are objects. */
  private static final int ATTEMPTS = 100;

  /** Far below the array of lanes in each row, 80 bytes, that this test is against. */
  private static final double MOST_BYTES_PER_ROW = 1;

  @ParameterizedTest
  @ValueSource(ints = {100, 1000})
  void givenWarmModel_thenARowAllocatesNothing(int classes) throws Exception {
    String classPath =
        Stream.of(Kernels.class, VectorKernel.class, OneRowAllocationTest.class)
            .map(OneRowAllocationTest::folder)
            .collect(Collectors.joining(File.pathSeparator));
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-modules",
                "jdk.incubator.vector",
                "-cp",
                classPath,
                OneRowAllocationTest.class.getName(),
                Integer.toString(classes))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();

    List<String> lines =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
            .lines()
            .toList();

    assertThat(process.waitFor()).isZero();
    assertThat(lines.get(0)).isEqualTo("vector");
    assertThat(Double.parseDouble(lines.get(1))).isLessThan(MOST_BYTES_PER_ROW);
  }

  private static String folder(Class<?> type) {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath()).toString();
  }

  /** Prints the kernels in use and the fewest bytes per row. */
  public static void main(String[] arguments) throws ReflectiveOperationException {
    int classes = Integer.parseInt(arguments[0]);
    CalibrationModel model = new TemperatureModel(classes, 1.5);
    float[] row = new float[classes];
    for (int k = 0; k < classes; k++) {
      row[k] = k * 37 % 11 - 5;
    }
    long least = Long.MAX_VALUE;
    for (int attempt = 0; attempt < ATTEMPTS && least >= ROWS; attempt++) {
      long first = allocatedBytes();
      long second = allocatedBytes();
      calibrate(model, row, new float[classes]);
      // Asking for the count and the output allocate, too.
      long own = second - first + 4L * classes + 16;
      least = Math.min(least, allocatedBytes() - second - own);
    }
    System.out.println(Kernels.implementation());
    System.out.println((double) least / ROWS);
  }

  private static void calibrate(CalibrationModel model, float[] row, float[] out) {
    for (int i = 0; i < ROWS; i++) {
      model.calibrate(row, out);
    }
  }

  /** By reflection, since this module does not read the management modules. */
  private static long allocatedBytes() throws ReflectiveOperationException {
    Object threads =
        Class.forName("java.lang.management.ManagementFactory")
            .getMethod("getThreadMXBean")
            .invoke(null);
    return (long)
        Class.forName("com.sun.management.ThreadMXBean")
            .getMethod("getThreadAllocatedBytes", long.class)
            .invoke(threads, Thread.currentThread().getId());
  }
}
