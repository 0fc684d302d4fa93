package org.transcal.io.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.Termination;
import org.transcal.calibration.FittedCalibration;
import org.transcal.calibration.MethodSettings;
import org.transcal.comparison.MethodComparison;
import org.transcal.comparison.MethodResult;
import org.transcal.comparison.TargetScores;
import org.transcal.experiment.TaskName;
import org.transcal.experiment.Trial;
import org.transcal.io.file.ByteSource;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;
import org.transcal.shift.FittedTemperature;
import org.transcal.shift.PreparedTask;
import org.transcal.task.TransferTask;

class CsvWritersTest {
  @TempDir Path folder;

  @Test
  void givenRandomDoubles_whenWrittenAndRead_thenEveryBitIsThere() throws Exception {
    SplittableRandom random = new SplittableRandom(3);
    double[] values = random.doubles(30_000).map(u -> Math.exp(700 * (2 * u - 1))).toArray();
    Matrix matrix = Matrix.wrap(values, 10_000, 3);
    Path file = folder.resolve("x.csv");

    try (CsvMatrixWriter writer = CsvMatrixWriter.open(file, 3)) {
      writer.write(matrix.rowRange(0, 4_000));
      writer.write(matrix.rowRange(4_000, 10_000));
      writer.commit();
    }

    try (ByteSource source = ByteSource.open(file)) {
      assertThat(CsvRows.in(source).readAll().toArrays()).isDeepEqualTo(matrix.toArrays());
    }
  }

  @Test
  void givenSimpleNumbers_thenTheirTextIsShort() {
    Path file = folder.resolve("x.csv");

    try (CsvMatrixWriter writer = CsvMatrixWriter.open(file, 3)) {
      writer.write(Matrix.copyOf(new double[][] {{0.1, 2, 2e-3}, {1e23, -0.5, 2.0e-3}}));
      writer.commit();
    }

    assertThat(file).hasContent("0.1,2.0,0.002\n1.0E23,-0.5,0.002\n");
  }

  @Test
  void givenRowsOfAnotherWidth_thenTheyAreRefusedAndNothingIsLeft() {
    Path file = folder.resolve("x.csv");

    try (CsvMatrixWriter writer = CsvMatrixWriter.open(file, 2)) {
      Logits logits = Logits.copyOf(new double[][] {{1, 2, 3}});
      assertThatThrownBy(() -> writer.write(logits.softmax(1)))
          .hasMessage("Rows have 3 columns where the file has 2");
    }

    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void givenTrials_thenEachIsALine() {
    Logits logits = Logits.copyOf(new double[][] {{0, 0}, {1, 0}});
    TransferTask task =
        TransferTask.named("digit__M2U__mdd, again")
            .sourceValidation(logits, Labels.copyOf(new int[] {0, 1}, 2))
            .target(logits)
            .build();
    MethodResult transcal =
        new MethodResult(
            "transcal",
            0.5,
            Optional.of(
                FittedCalibration.of(
                        "transcal", task, new FittedTemperature(2.5, 0.25, Termination.CONVERGED))
                    .withLambda(0.25)
                    .withEstimatedAccuracy(0.625)),
            Optional.of(new TargetScores(0.75, 0.0625, Double.POSITIVE_INFINITY, 0.5)),
            Optional.empty());
    MethodResult failed =
        new MethodResult(
            "pseudocal",
            0,
            Optional.empty(),
            Optional.empty(),
            Optional.of(
                new MethodResult.Failure(
                    MethodResult.Cause.MISSING_INPUT, "needs \"mixup_logits\", and more")));
    ResultsCsv results = new ResultsCsv();
    Path file = folder.resolve("out/results.csv");

    MethodComparison comparison =
        new MethodComparison(
            PreparedTask.of(task),
            MethodSettings.defaults().withSeed(7),
            List.of(transcal, failed));
    comparison
        .results()
        .forEach(
            result -> results.add(Trial.of(comparison.task(), comparison.settings(), result, 0)));
    results.write(file);

    assertThat(file)
        .hasContent(
            """
            task,method,seed,temperature,lambda,accuracy,ece,nll,brier,seconds,error
            "digit__M2U__mdd, again",transcal,7,2.5,0.25,0.75,0.0625,Infinity,0.5,0.5,
            "digit__M2U__mdd, again",pseudocal,7,,,,,,,,"needs ""mixup_logits"", and more"
            """);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "=1+1",
        "+1",
        "-1",
        "@SUM(A1)",
        "\tx",
        "\rx",
        "'=1",
        "''=1",
        "'",
        "it's",
        "a=b",
        "",
        "=\",\n"
      })
  void givenATaskNamedLikeAFormula_thenNoSpreadsheetComputesItAndItReadsBack(String name)
      throws IOException {
    Trial trial =
        new Trial(
            TaskName.of(name),
            "transcal",
            0,
            -7,
            0,
            new Trial.Failed(MethodResult.Cause.MISSING_INPUT, name));
    ResultsCsv results = new ResultsCsv();
    Path file = folder.resolve("results.csv");

    results.add(trial);
    results.write(file);

    try (CsvReader<NamedCsvRecord> lines = CsvReader.builder().ofNamedCsvRecord(file)) {
      NamedCsvRecord line = lines.iterator().next();
      assertThat(line.getField("task")).doesNotMatch("(?s)[=+\\-@\t\r].*");
      assertThat(CsvText.plain(line.getField("task"))).isEqualTo(name);
      assertThat(CsvText.plain(line.getField("error"))).isEqualTo(name);
      assertThat(line.getField("seed")).isEqualTo("-7");
    }
  }
}
