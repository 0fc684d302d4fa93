package org.transcal.onnx.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.transcal.onnx.extract.ArrayDataSet;
import org.transcal.onnx.extract.ImageSet;
import org.transcal.onnx.extract.ImageSource;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options that name images or arrays. */
final class ImageOptions {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "IMAGES",
      description =
          "A folder with one folder per class, or one per domain with one per class in each; a list"
              + " with \"path label\" lines; or arrays: .npy, or .npz with x")
  private Path images;

  @Option(
      names = "--domain",
      paramLabel = "NAME=PATH",
      description = "Instead of IMAGES, once per domain: its name and its folder or list.")
  private Map<String, Path> domains = new LinkedHashMap<>();

  @Option(
      names = "--source",
      paramLabel = "PATH",
      description = "Source images of a task, to be split into training and validation.")
  private Path source;

  @Option(
      names = "--source-train",
      paramLabel = "PATH",
      description = "Source images that the network was trained on, instead of --source.")
  private Path sourceTrain;

  @Option(
      names = "--source-val",
      paramLabel = "PATH",
      description = "Source images that were held out, instead of --source.")
  private Path sourceValidation;

  @Option(
      names = "--target",
      paramLabel = "PATH",
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
          "Names of the classes, one per line, in the order of the network's outputs. Default: class"
              + " folders sorted by name")
  private Path classes;

  @Option(
      names = "--validation-share",
      paramLabel = "S",
      defaultValue = "0.2",
      description = "Share of --source for validation. Default: ${DEFAULT-VALUE}")
  private double share;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "0",
      description = "Random seed for the split of --source. Default: ${DEFAULT-VALUE}")
  private long seed;

  /** Fails unless images are named in exactly one way. */
  Path requireOneForm() {
    boolean split = sourceTrain != null && sourceValidation != null && source == null;
    boolean whole = source != null && sourceTrain == null && sourceValidation == null;
    if (isTask()) {
      if (images != null || !domains.isEmpty() || target == null || split == whole) {
        throw new IllegalArgumentException(
            "A task needs --target and either --source or both --source-train and --source-val,"
                + " and no IMAGES or --domain");
      }
    } else if ((images == null) == domains.isEmpty()) {
      throw new IllegalArgumentException(
          "Name the images: IMAGES, or --domain NAME=PATH once per domain, or --source and"
              + " --target");
    }
    if (!(share > 0 && share < 1)) {
      throw new IllegalArgumentException(
          "--validation-share is " + share + "; it must be above 0 and below 1");
    }
    return isTask() ? target : images;
  }

  boolean isTask() {
    return target != null || source != null || sourceTrain != null || sourceValidation != null;
  }

  boolean isArrays() {
    return images != null && ArrayDataSet.isArrays(images);
  }

  Path arrays() {
    return images;
  }

  /** The images; those of a task in three domains: source training, source validation, target. */
  ImageSet find() {
    List<ImageSource> sources = sources();
    int labelled = isTask() ? sources.size() - 1 : sources.size();
    ImageSet set =
        ImageSet.find(
                sources,
                Optional.ofNullable(root),
                Optional.ofNullable(classes).map(ImageSet::classNames),
                labelled)
            .requireLabels(labelled);
    return source == null ? set : set.split(share, seed);
  }

  private List<ImageSource> sources() {
    List<ImageSource> sources = new ArrayList<>();
    if (isTask()) {
      for (Path part : source == null ? List.of(sourceTrain, sourceValidation) : List.of(source)) {
        sources.add(ImageSource.of(part));
      }
      sources.add(ImageSource.of(target));
    } else if (images != null) {
      sources.addAll(ImageSource.domainsAt(images));
    } else {
      domains.forEach((name, path) -> sources.add(new ImageSource(name, path)));
    }
    return sources;
  }
}
