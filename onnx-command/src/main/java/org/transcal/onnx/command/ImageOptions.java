package org.transcal.onnx.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.transcal.onnx.extract.ArrayDataSet;
import org.transcal.onnx.extract.ImagePlace;
import org.transcal.onnx.extract.ImageSet;
import org.transcal.onnx.extract.SourceSplit;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which images, or which arrays, as parameters and options. */
final class ImageOptions {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "IMAGES",
      description =
          "A folder with a folder a class, or a folder a domain with a folder a class; a list with"
              + " \"path label\" lines; or arrays: .npy, or .npz with x")
  private Path place;

  @Option(
      names = "--domain",
      paramLabel = "NAME=PLACE",
      description = "In place of IMAGES, once a domain: its name and its folder or list.")
  private Map<String, Path> domains = new LinkedHashMap<>();

  @Option(
      names = "--source",
      paramLabel = "PLACE",
      description = "Source images of a task, to be split into training and validation.")
  private Path source;

  @Option(
      names = "--source-train",
      paramLabel = "PLACE",
      description = "Source images that the network was trained on, in place of --source.")
  private Path sourceTrain;

  @Option(
      names = "--source-val",
      paramLabel = "PLACE",
      description = "Source images that were held out, in place of --source.")
  private Path sourceValidation;

  @Option(
      names = "--target",
      paramLabel = "PLACE",
      description = "Target images of a task; they need no labels.")
  private Path target;

  @Option(
      names = "--root",
      paramLabel = "DIR",
      description = "What paths in lists are relative to. Default: the list's folder")
  private Path root;

  @Option(
      names = "--classes",
      paramLabel = "FILE",
      description =
          "Names of the classes, one a line, in the order of the network's outputs. Default: class"
              + " folders sorted by name")
  private Path classes;

  @Option(
      names = "--validation-share",
      paramLabel = "S",
      defaultValue = "0.2",
      description = "Share of --source that validates. Default: ${DEFAULT-VALUE}")
  private double share;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "0",
      description = "Seed of the split of --source. Default: ${DEFAULT-VALUE}")
  private long seed;

  /** Fails unless images are named in exactly one of the forms. */
  Path requireOneForm() {
    boolean split = sourceTrain != null && sourceValidation != null && source == null;
    boolean whole = source != null && sourceTrain == null && sourceValidation == null;
    if (isTask()) {
      if (place != null || !domains.isEmpty() || target == null || split == whole) {
        throw new IllegalArgumentException(
            "A task needs --target and either --source or both --source-train and --source-val,"
                + " and no IMAGES or --domain");
      }
    } else if ((place == null) == domains.isEmpty()) {
      throw new IllegalArgumentException(
          "Say which images: IMAGES, or --domain NAME=PLACE once a domain, or --source and"
              + " --target");
    }
    if (!(share > 0 && share < 1)) {
      throw new IllegalArgumentException(
          "--validation-share is " + share + "; it must be above 0 and below 1");
    }
    return isTask() ? target : place;
  }

  boolean isTask() {
    return target != null || source != null || sourceTrain != null || sourceValidation != null;
  }

  boolean isArrays() {
    return place != null && ArrayDataSet.isArrays(place);
  }

  Path arrays() {
    return place;
  }

  ImageSet find() {
    List<ImagePlace> places = places();
    return ImageSet.find(
        places,
        Optional.ofNullable(root),
        Optional.ofNullable(classes).map(ImageSet::classNames),
        isTask() ? places.size() - 1 : places.size());
  }

  private List<ImagePlace> places() {
    List<ImagePlace> places = new ArrayList<>();
    if (isTask()) {
      for (Path part : source == null ? List.of(sourceTrain, sourceValidation) : List.of(source)) {
        places.add(ImagePlace.of(part));
      }
      places.add(ImagePlace.of(target));
    } else if (place != null) {
      places.addAll(ImageSet.domainsAt(place));
    } else {
      domains.forEach((name, path) -> places.add(new ImagePlace(name, path)));
    }
    return places;
  }

  SourceSplit split(ImageSet set) {
    return source == null ? SourceSplit.given(set) : SourceSplit.stratified(set, share, seed);
  }
}
