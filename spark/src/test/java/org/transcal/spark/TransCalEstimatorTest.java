package org.transcal.spark;

import static org.apache.spark.ml.functions.vector_to_array;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.Termination;
import org.transcal.calibration.FittedCalibration;
import org.transcal.calibration.TransCal;
import org.transcal.example.KnownShift;
import org.transcal.matrix.Matrix;
import org.transcal.shift.ImportanceWeights;
import org.transcal.task.DomainFeatures;
import org.transcal.task.TransferTask;

@ExtendWith(LocalSpark.class)
class TransCalEstimatorTest {
  /** Two searches that stop at a gradient of 1e-7 of its start. */
  private static final double SEARCH = 1e-6;

  /** Scores in 8,192 bins. */
  private static final double BINNED = 1e-3;

  private static KnownShift example;
  private static TransferTask task;

  @BeforeAll
  static void createTask() {
    example = KnownShift.demo(7);
    task = example.task();
  }

  /** On Spark 3.5 a missing class of Jackson ended the job after the fit. */
  @Test
  void givenSpark3_thenRefusedBeforeTheFit() {
    assertThatThrownBy(() -> TransCalEstimator.requireSupported("3.5.3"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("needs Spark 4.0 or 4.1; this is Spark 3.5.3");
    TransCalEstimator.requireSupported("4.0.1");
  }

  @Test
  void givenDisjointDomains_thenSaysWhyAndNothingIsSilent() {
    DomainFeatures features = task.features().orElseThrow();
    double[][] far = features.target().toArrays();
    for (double[] row : far) {
      Arrays.setAll(row, j -> row[j] + 100);
    }
    TransferTask disjoint =
        TransferTask.named("disjoint")
            .sourceValidation(task.sourceValidation().logits(), task.sourceValidation().labels())
            .target(task.target().logits())
            .features(features.sourceTrain(), features.sourceValidation(), Matrix.copyOf(far))
            .build();

    TransCalModel model = new TransCalEstimator().fit(TaskFrame.of(disjoint));

    assertThat(model.temperature()).isEqualTo(1);
    assertThat(model.concerns())
        .anyMatch(concern -> concern.contains("nearest miss") && concern.contains("T = 1.00"))
        .anyMatch(concern -> concern.contains("hardly overlap"))
        .isEqualTo(TransCal.released().fit(disjoint).concerns());
  }

  @Test
  void givenAGeneratedTask_thenTheResultEqualsThatWithoutSpark() {
    FittedCalibration expected = TransCal.released().fit(task);
    ImportanceWeights weights = expected.weights().orElseThrow();

    TransCalModel model = new TransCalEstimator().fit(TaskFrame.of(task));

    FitSummary summary = model.summary().orElseThrow();
    assertThat(model.temperature() / expected.temperature().orElseThrow())
        .isCloseTo(1, within(SEARCH));
    assertThat(model.method()).isEqualTo("transcal");
    assertThat(summary.lambda().orElseThrow())
        .isCloseTo(expected.lambda().orElseThrow(), within(1e-4));
    assertThat(summary.termination()).isEqualTo(Termination.CONVERGED);
    assertThat(summary.estimatedTargetAccuracy().orElseThrow())
        .isCloseTo(expected.estimatedTargetAccuracy(), within(SEARCH));
    assertThat(summary.rows()).isEqualTo(new FitSummary.Rows(2000, 1000, 2000));
    assertThat(summary.separation().orElseThrow().objective())
        .isCloseTo(weights.separation().orElseThrow().objective(), within(SEARCH));
    assertThat(summary.separation().orElseThrow().domainAuc())
        .isCloseTo(weights.separation().orElseThrow().domainAuc(), within(BINNED));
    assertThat(summary.weights().orElseThrow().mean())
        .isCloseTo(weights.mean(task.sourceValidation().frequencies()), within(SEARCH));
    assertThat(summary.targetBins()).hasSize(15);
    assertThat(summary.targetBins().stream().mapToLong(FitSummary.ConfidenceBin::count).sum())
        .isEqualTo(2000);
    assertThat(summary.sourceReliability().total()).isEqualTo(1000);
  }

  @Test
  void givenOtherPartitionsAndRowOrders_thenBitsAreEqual() {
    TransCalModel first = new TransCalEstimator().fit(TaskFrame.shuffled(task, 1, 1));

    for (int partitions : new int[] {2, 7}) {
      TransCalModel other =
          new TransCalEstimator().fit(TaskFrame.shuffled(task, partitions, partitions));

      assertThat(other.temperature()).isEqualTo(first.temperature());
      assertThat(other.summary().orElseThrow().lambda())
          .isEqualTo(first.summary().orElseThrow().lambda());
      assertThat(other.summary().orElseThrow().separation())
          .isEqualTo(first.summary().orElseThrow().separation());
      assertThat(other.modelJson()).isEqualTo(first.modelJson());
    }
  }

  /** A job may return one mebibyte at most, and the target is several times larger. */
  @Test
  void givenALargeTarget_thenTheDriverDoesNotCollectIt() {
    TransferTask large = KnownShift.sample(2000, 500, 60_000, 5).task();
    int numbers = 60_000 * (large.classes() + large.features().orElseThrow().columns());
    assertThat(4L * numbers).isGreaterThan(1L << 20);

    TransCalModel model = new TransCalEstimator().fit(TaskFrame.of(large));

    assertThat(model.temperature() / TransCal.released().fit(large).temperature().orElseThrow())
        .isCloseTo(1, within(SEARCH));
  }

  @Test
  void givenAFit_thenItTakesFewPasses() {
    int passes = new TransCalEstimator().fit(TaskFrame.of(task)).summary().orElseThrow().passes();

    // One pass per knot of the confidence curve would take 40 alone.
    assertThat(passes).isLessThan(40);
  }

  @Test
  void givenImportanceWeights_thenNoClassifierIsFitted() {
    ImportanceWeights known = example.trueWeights();
    double[] values = known.values();
    List<Row> rows = new ArrayList<>();
    int validation = 0;
    for (Row row : TaskFrame.rows(task)) {
      boolean labelled = row.getString(0).equals("source_val");
      rows.add(
          RowFactory.create(
              row.get(0), row.get(2), row.get(3), labelled ? values[validation++] : null));
    }
    Dataset<Row> frame =
        LocalSpark.session()
            .createDataFrame(
                rows,
                new org.apache.spark.sql.types.StructType()
                    .add("split", DataTypes.StringType)
                    .add("logits", TaskFrame.SCHEMA.apply("logits").dataType())
                    .add("label", DataTypes.IntegerType)
                    .add("weight", DataTypes.DoubleType));

    TransCalModel model = new TransCalEstimator().setImportanceCol("weight").fit(frame);

    double expected =
        TransCal.released().fit(task.withWeights(known.values())).temperature().orElseThrow();
    assertThat(model.temperature()).isCloseTo(expected, within(SEARCH));
    assertThat(model.summary().orElseThrow().separation()).isEmpty();
  }

  @Test
  void givenArraysAndOtherNames_thenBitsAreEqual() {
    Dataset<Row> frame =
        TaskFrame.of(task)
            .select(
                functions
                    .when(functions.col("split").equalTo("source_train"), "a")
                    .when(functions.col("split").equalTo("source_val"), "b")
                    .otherwise("c")
                    .as("set"),
                vector_to_array(functions.col("features"), "float64").as("x.y"),
                functions
                    .when(
                        functions.col("logits").isNotNull(),
                        vector_to_array(functions.col("logits"), "float64"))
                    .as("z"),
                functions.col("label").cast(DataTypes.LongType).as("class"));

    TransCalModel model =
        new TransCalEstimator()
            .setSplitCol("set")
            .setSourceTrainValue("a")
            .setSourceValidationValue("b")
            .setTargetValue("c")
            .setFeaturesCol("x.y")
            .setLogitsCol("z")
            .setLabelCol("class")
            .fit(frame);

    assertThat(model.temperature())
        .isEqualTo(new TransCalEstimator().fit(TaskFrame.of(task)).temperature());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"oracle", "mc-dropout", "ensemble", "svi", "pseudocal", "utdc", "no-such"})
  void givenAnUnsupportedMethod_thenTheErrorNamesReasonAndAlternatives(String method) {
    assertThatThrownBy(() -> new TransCalEstimator().setMethod(method))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("Method \"" + method + "\" cannot be fitted on Spark: ")
        .hasMessageEndingWith("supported methods: " + String.join(", ", SupportedMethod.names()));
  }
}
