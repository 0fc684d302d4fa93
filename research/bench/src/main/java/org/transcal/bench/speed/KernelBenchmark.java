package org.transcal.bench.speed;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.transcal.kernel.Kernels;
import org.transcal.kernel.RowMoments;
import org.transcal.matrix.Matrix;
import org.transcal.metric.ReliabilityDiagram;

/**
 * Every hot loop over a block of rows, with and without vectors: run {@code
 * research/bench/speed/kernels}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 3,
    jvmArgs = {"--add-modules", "jdk.incubator.vector", "-Xmx1g"})
public class KernelBenchmark {
  private static final int ELEMENTS = 1 << 16;

  /** Columns of a row: classes or features. */
  @Param({"10", "65", "345", "1000"})
  public int columns;

  private Matrix rows;
  private int[] all;
  private double[] vector;
  private double[] perRow;
  private double[] slopes;
  private float[] shares;
  private RowMoments moments;

  /** Makes logits like those of a trained network. */
  @Setup
  public void fill() {
    int count = ELEMENTS / columns;
    SplittableRandom random = new SplittableRandom(7);
    float[] values = new float[count * columns];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) (16 * random.nextDouble() - 8);
    }
    rows = Matrix.wrap(values, count, columns);
    all = IntStream.range(0, count).toArray();
    vector = random.doubles(columns).toArray();
    perRow = random.doubles(count).toArray();
    slopes = new double[count];
    shares = new float[values.length];
    moments = new RowMoments(count);
  }

  /** Confidence with its slope in T, as searches use it. */
  @Benchmark
  public double[] confidence() {
    Kernels.rowConfidenceWithSlope(rows, 2.1, perRow, slopes);
    return perRow;
  }

  /** Maximum and three moments in double precision. */
  @Benchmark
  public RowMoments exactMoments() {
    Kernels.moments(rows, 0, rows.rows(), 1 / 2.1, moments);
    return moments;
  }

  /** Softmax written out. */
  @Benchmark
  public float[] softmax() {
    Kernels.softmax(rows, 0, rows.rows(), 2.1, shares);
    return shares;
  }

  /** Products of rows with a vector. */
  @Benchmark
  public double[] rowDots() {
    Kernels.rowDots(rows, all, 0, all.length, vector, perRow);
    return perRow;
  }

  /** Sums of weighted rows. */
  @Benchmark
  public double[] addRows() {
    Kernels.addRows(rows, all, 0, all.length, perRow, vector);
    return vector;
  }

  /** Equally wide bins of confidences. */
  @Benchmark
  public int bins() {
    int sum = 0;
    for (double value : perRow) {
      sum += ReliabilityDiagram.binOf(value, 15);
    }
    return sum;
  }
}
