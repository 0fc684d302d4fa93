package org.transcal.onnx.extract;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.transcal.io.file.InputException;
import org.transcal.onnx.image.Preprocessing;
import org.transcal.onnx.image.UnreadableImageException;

/**
 * Images of several domains with their classes, in an order that depends on names only.
 *
 * @param images the images
 * @param domainNames names of the domains
 * @param classNames names of the classes
 * @param skipped files in image folders that do not have an image's extension
 */
public record ImageSet(
    List<Image> images, List<String> domainNames, List<String> classNames, List<Path> skipped) {
  /** The label of an image without a class. */
  public static final int UNLABELLED = -1;

  private static final int MOST_CLASSES = 1_000_000;

  /**
   * One image.
   *
   * @param label its class, or {@link #UNLABELLED}
   * @param domain its domain
   */
  public record Image(Path file, int label, int domain) {}

  public ImageSet {
    images = List.copyOf(images);
    domainNames = List.copyOf(domainNames);
    classNames = List.copyOf(classNames);
    skipped = List.copyOf(skipped);
  }

  /** Names of classes from a file, one per line. */
  public static List<String> classNames(Path file) {
    List<String> names =
        ImageFinder.lines(file).stream().map(String::strip).filter(n -> !n.isEmpty()).toList();
    if (new TreeSet<>(names).size() != names.size() || names.size() < 2) {
      throw InputException.in(
          file, "has " + names.size() + " names; at least 2 classes, each once, are needed");
    }
    return names;
  }

  /**
   * Finds the images of one source per domain.
   *
   * @param root what paths in lists are relative to; else the list's folder
   * @param given names of the classes in order; else the class folders of the first {@code
   *     reference} sources, sorted, or the numbers in lists
   * @param reference how many sources determine the classes
   */
  public static ImageSet find(
      List<ImageSource> sources, Optional<Path> root, Optional<List<String>> given, int reference) {
    ImageFinder finder = new ImageFinder(root);
    List<List<FoundImage>> found = sources.stream().map(s -> finder.in(s.path())).toList();
    List<String> names =
        given.orElseGet(
            () -> names(found.subList(0, reference).stream().flatMap(Collection::stream).toList()));
    Map<String, Integer> numbers = new HashMap<>();
    names.forEach(name -> numbers.put(name, numbers.size()));
    List<Image> images = new ArrayList<>();
    for (int domain = 0; domain < found.size(); domain++) {
      for (FoundImage image : found.get(domain)) {
        images.add(new Image(image.file(), image.label(numbers), domain));
      }
    }
    List<String> domainNames = sources.stream().map(ImageSource::name).toList();
    return new ImageSet(images, domainNames, names, finder.skipped());
  }

  private static List<String> names(List<FoundImage> images) {
    TreeSet<String> folders = new TreeSet<>();
    int largest = -1;
    String where = "";
    for (FoundImage image : images) {
      if (!image.className().isEmpty()) {
        folders.add(image.className());
      }
      if (image.number() > largest) {
        largest = image.number();
        where = image.where();
      }
    }
    if (!folders.isEmpty() && largest >= 0) {
      throw InputException.in(
          where, "classes are numbers here and folders elsewhere; list them with --classes");
    }
    if (largest >= MOST_CLASSES) {
      throw InputException.in(where, "the label is %s; it must be below %s", largest, MOST_CLASSES);
    }
    return largest < 0
        ? List.copyOf(folders)
        : IntStream.rangeClosed(0, largest).mapToObj(Integer::toString).toList();
  }

  /** Fails, naming an image, unless every image of the first domains has a class. */
  public ImageSet requireLabels(int firstDomains) {
    for (Image image : images) {
      if (image.domain() < firstDomains && image.label() == UNLABELLED) {
        throw InputException.in(
            image.file(),
            "has no class; each image needs one, unless it is a target image of a task (one folder"
                + " per class, or \"path label\" lines)");
      }
    }
    return this;
  }

  /**
   * Two domains, source and target, as three: source images for training and for validation, split
   * class by class, and target images.
   *
   * @param share of each class for validation, rounded but at least one image; a class of one image
   *     is for training
   */
  public ImageSet split(double share, long seed) {
    int[] parts = images.stream().mapToInt(image -> image.domain() == 0 ? 0 : 2).toArray();
    List<List<Integer>> byClass = new ArrayList<>();
    classNames.forEach(name -> byClass.add(new ArrayList<>()));
    for (int i = 0; i < parts.length; i++) {
      if (parts[i] == 0) {
        byClass.get(label(i)).add(i);
      }
    }
    SplittableRandom random = new SplittableRandom(seed);
    for (List<Integer> members : byClass) {
      int wanted = (int) Math.rint(share * members.size());
      int validating = Math.min(members.size() - 1, Math.max(1, wanted));
      for (int i = 0; i < validating; i++) {
        Collections.swap(members, i, i + random.nextInt(members.size() - i));
        parts[members.get(i)] = 1;
      }
    }
    List<Image> split =
        IntStream.range(0, parts.length)
            .mapToObj(i -> new Image(images.get(i).file(), label(i), parts[i]))
            .toList();
    return new ImageSet(split, List.of("training", "validation", "target"), classNames, skipped);
  }

  /** The images as examples for a network. */
  public Examples examples(Preprocessing preprocessing) {
    return new Examples() {
      @Override
      public int size() {
        return images.size();
      }

      @Override
      public List<Long> shape() {
        return preprocessing.shape();
      }

      @Override
      public String name(int index) {
        return images.get(index).file().toString();
      }

      @Override
      public void read(int index, float[] target, int at) throws UnreadableImageException {
        preprocessing.read(images.get(index).file(), target, at);
      }
    };
  }

  public int size() {
    return images.size();
  }

  /** The class of an image, or {@link #UNLABELLED}. */
  public int label(int image) {
    return images.get(image).label();
  }

  public int domain(int image) {
    return images.get(image).domain();
  }
}
