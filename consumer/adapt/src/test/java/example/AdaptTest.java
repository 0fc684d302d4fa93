package example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.adapt.AdaptedTask;
import org.transcal.adapt.Adaptation;
import org.transcal.adapt.method.AdaptationMethod;
import org.transcal.adapt.train.TrainingSettings;
import org.transcal.calibration.TransCal;
import org.transcal.io.TaskFiles;
import org.transcal.io.dataset.DataSet;
import org.transcal.io.dataset.DataSetFiles;

/** Trains an adapted model from svmlight files and calibrates it. */
class AdaptTest {
  @Test
  void givenTwoDomains_thenTrainedWrittenAndCalibrated(@TempDir Path folder) throws Exception {
    Path books = domain(folder.resolve("books.svm"), 0, 1);
    Path dvd = domain(folder.resolve("dvd.svm"), 0.7, 2);
    DataSet data = DataSetFiles.readSvmlight(List.of(books, dvd));

    AdaptedTask task =
        Adaptation.of(data, "books", "dvd")
            .withMethod(AdaptationMethod.DANN)
            .withSettings(TrainingSettings.DEFAULTS.withSteps(20))
            .withSeed(7)
            .train(() -> {});
    Path file = folder.resolve("b2d.npz");
    task.write(file);

    assertEquals(200, task.targetLogits().rows());
    assertTrue(TransCal.released().fit(TaskFiles.read(file)).temperature().getAsDouble() > 0);
  }

  private static Path domain(Path file, double shift, long seed) throws IOException {
    Random random = new Random(seed);
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      double side = i % 2 == 0 ? 1 : -1;
      lines.add(
          (i % 2 == 0 ? "+1" : "-1")
              + " 1:" + (side + shift + random.nextGaussian())
              + " 2:" + (side + random.nextGaussian()));
    }
    return Files.write(file, lines);
  }
}
