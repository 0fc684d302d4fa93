package org.transcal.onnx.extract;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.transcal.io.file.InputException;

/** Images of several domains with their classes, in a fixed order. */
public final class ImageSet {
  /** The class of an image whose place does not tell it. */
  public static final int UNLABELLED = -1;

  private static final int MOST_CLASSES = 1_000_000;

  private final List<Path> files = new ArrayList<>();
  private final List<Integer> labels = new ArrayList<>();
  private final List<Integer> domains = new ArrayList<>();
  private final List<String> domainNames;
  private final List<String> classNames;
  private final List<Path> passedOver;

  private ImageSet(List<String> domainNames, List<String> classNames, List<Path> passedOver) {
    this.domainNames = domainNames;
    this.classNames = classNames;
    this.passedOver = passedOver;
  }

  /**
   * The domains below a folder whose folders hold folders of classes, else the place itself.
   *
   * @param place a folder or a list file
   */
  public static List<ImagePlace> domainsAt(Path place) {
    if (Files.isDirectory(place) && ImageFinder.holdsDomains(place)) {
      return ImageFinder.folders(place).stream()
          .map(folder -> new ImagePlace(folder.getFileName().toString(), folder))
          .toList();
    }
    return List.of(ImagePlace.of(place));
  }

  /** Names of classes from a file, one a line. */
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
   * Finds the images of some places, a domain each.
   *
   * @param root what paths in lists are relative to, where not to the list
   * @param given names of the classes in the order of their numbers; else names of class folders in
   *     the first {@code reference} places, sorted, or the numbers of lists
   * @param reference how many places tell which classes there are
   */
  public static ImageSet find(
      List<ImagePlace> places, Optional<Path> root, Optional<List<String>> given, int reference) {
    ImageFinder finder = new ImageFinder(root);
    List<List<FoundImage>> found = places.stream().map(p -> finder.in(p.place())).toList();
    List<FoundImage> telling =
        found.subList(0, reference).stream().flatMap(Collection::stream).toList();
    List<String> names = given.orElseGet(() -> names(telling));
    ImageSet set =
        new ImageSet(places.stream().map(ImagePlace::name).toList(), names, finder.passedOver());
    Map<String, Integer> numbers = new HashMap<>();
    names.forEach(name -> numbers.put(name, numbers.size()));
    for (int domain = 0; domain < found.size(); domain++) {
      for (FoundImage image : found.get(domain)) {
        set.files.add(image.file());
        set.labels.add(label(image, numbers));
        set.domains.add(domain);
      }
    }
    return set;
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
      throw new InputException(
          where
              + ": classes are numbers here and folders elsewhere; say with --classes which name"
              + " has which number");
    }
    if (largest >= MOST_CLASSES) {
      throw new InputException(
          where + ": the label is " + largest + "; it must be below " + MOST_CLASSES);
    }
    return largest < 0
        ? List.copyOf(folders)
        : IntStream.rangeClosed(0, largest).mapToObj(Integer::toString).toList();
  }

  private static int label(FoundImage image, Map<String, Integer> numbers) {
    if (!image.isLabelled()) {
      return UNLABELLED;
    }
    int number =
        image.className().isEmpty()
            ? image.number()
            : numbers.getOrDefault(image.className(), UNLABELLED);
    if (number < 0 || number >= numbers.size()) {
      String what =
          image.className().isEmpty()
              ? "label " + image.number()
              : "class " + InputException.quote(image.className());
      throw new InputException(
          image.where() + ": " + what + " is none of the " + numbers.size() + " classes");
    }
    return number;
  }

  /** Number of images. */
  public int size() {
    return files.size();
  }

  /** The images. */
  public List<Path> files() {
    return List.copyOf(files);
  }

  /** The class of an image, or {@link #UNLABELLED}. */
  public int label(int image) {
    return labels.get(image);
  }

  /** The domain of an image. */
  public int domain(int image) {
    return domains.get(image);
  }

  /** Names of the domains. */
  public List<String> domainNames() {
    return domainNames;
  }

  /** Names of the classes. */
  public List<String> classNames() {
    return classNames;
  }

  /** Files found in folders of images that have no ending of an image. */
  public List<Path> passedOver() {
    return passedOver;
  }
}
