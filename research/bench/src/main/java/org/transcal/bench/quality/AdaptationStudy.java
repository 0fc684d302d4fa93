package org.transcal.bench.quality;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.transcal.adapt.Adaptation;
import org.transcal.io.dataset.DataSet;
import org.transcal.io.dataset.DataSetFiles;

/**
 * Target accuracy and calibration error of every adaptation method on four data sets, and of
 * options of the network on some.
 */
public final class AdaptationStudy {
  /**
   * A data set with its pairs of domains.
   *
   * @param name the file name without extension
   */
  private record Suite(String name, DataSet data, List<String[]> pairs) {}

  private AdaptationStudy() {}

  /**
   * Arguments: folder of data sets, file of runs, seeds, part or page, and optionally data sets and
   * models; seeds, data sets and models are comma-separated. The fourth is the part of the
   * trainings to run, such as 1/2, or the page to write after all of them. Parts share the file of
   * runs.
   */
  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    AdaptationRuns runs = new AdaptationRuns(Path.of(arguments[1]));
    List<String> names =
        arguments.length > 4 ? List.of(arguments[4].split(",")) : TrainedModel.DATA_SETS;
    List<TrainedModel> models =
        Stream.concat(TrainedModel.methods().stream(), TrainedModel.options().stream())
            .filter(
                model ->
                    arguments.length < 6 || List.of(arguments[5].split(",")).contains(model.name()))
            .toList();
    boolean isPart = arguments[3].matches("\\d+/\\d+");
    String[] part = isPart ? arguments[3].split("/") : new String[] {"1", "1"};
    int number = 0;
    List<Suite> suites = new ArrayList<>();
    for (String name : names) {
      suites.add(suite(folder, name));
    }
    for (long seed : Arrays.stream(arguments[2].split(",")).mapToLong(Long::parseLong).toArray()) {
      for (Suite suite : suites) {
        for (TrainedModel model : models) {
          if (!model.dataSets().contains(suite.name())) {
            continue;
          }
          for (String[] pair : suite.pairs()) {
            if (number++ % Integer.parseInt(part[1]) != Integer.parseInt(part[0]) - 1) {
              continue;
            }
            Adaptation adaptation =
                Adaptation.of(suite.data(), pair[0], pair[1])
                    .withMethod(model.method())
                    .withSettings(model.settings().withSeed(seed))
                    .withDropoutPasses(0)
                    .withoutSecondModel();
            String task = pair[0] + " → " + pair[1];
            runs.measure(suite.name(), task, model.name(), seed, adaptation::train);
          }
        }
      }
    }
    if (!isPart) {
      new AdaptationPage(runs.all()).page().write(Path.of(arguments[3]));
    }
  }

  private static Suite suite(Path folder, String name) {
    boolean generated = name.equals(GeneratedDigits.NAME);
    DataSet data =
        generated ? GeneratedDigits.generate() : DataSetFiles.read(folder.resolve(name + ".npz"));
    List<String[]> pairs = new ArrayList<>();
    List<String> domains = data.domainNames();
    boolean isOrdered = generated || name.equals("gas_drift");
    for (String source : isOrdered ? domains.subList(0, 1) : domains) {
      for (String target : name.equals("gas_drift") ? domains.subList(0, 3) : domains) {
        if (!source.equals(target)) {
          pairs.add(new String[] {source, target});
        }
      }
    }
    return new Suite(name, data, pairs);
  }
}
