package example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.djl.ndarray.NDArray;
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
import org.transcal.adapt.method.ForwardPass;
import org.transcal.adapt.tensor.Constants;
import org.transcal.adapt.train.TrainingSettings;
import org.transcal.calibration.TransCal;
import org.transcal.io.dataset.DataSet;
import org.transcal.io.dataset.DataSetFiles;

/** Trains an adapted model by the user's own loss and calibrates it without a file. */
class AdaptTest {
  @Test
  void givenOwnLoss_thenTrainedAndCalibrated(@TempDir Path folder) throws Exception {
    Path books = domain(folder.resolve("books.svm"), 0, 1);
    Path dvd = domain(folder.resolve("dvd.svm"), 0.7, 2);
    DataSet data = DataSetFiles.readSvmlight(List.of(books, dvd));

    AdaptedTask adapted =
        Adaptation.of(data, "books", "dvd")
            .withMethod(AdaptationMethod.of("mean-gap", AdaptTest::meanGap))
            .withSettings(TrainingSettings.DEFAULTS.withSteps(20))
            .withSeed(7)
            .train();

    assertEquals("mean-gap", adapted.model().method());
    assertEquals(200, adapted.task().target().logits().rows());
    assertTrue(TransCal.released().fit(adapted.task()).temperature().getAsDouble() > 0);
  }

  private static NDArray meanGap(ForwardPass pass) {
    NDArray source = pass.sourceFeatures().mean(new int[] {0});
    NDArray target = pass.targetFeatures().mean(new int[] {0});
    return Constants.times(source.sub(target).square().sum(), pass.ramp());
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
