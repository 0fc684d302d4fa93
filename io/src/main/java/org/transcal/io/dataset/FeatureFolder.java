package org.transcal.io.dataset;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.transcal.io.file.FolderContents;
import org.transcal.io.file.InputException;

/**
 * Image features in the folder layouts of adaptation benchmarks.
 *
 * <ol>
 *   <li>Lists, as the authors split Office-31, Office-Home, VisDA and DomainNet: {@code
 *       DOMAIN_list.txt}, or {@code DOMAIN_train_list.txt} with {@code DOMAIN_val_list.txt} or
 *       {@code DOMAIN_test_list.txt}; the ending {@code _list} may be missing. Features are in
 *       {@code LIST.npy} or {@code DOMAIN[_PART]_feature.npy}, rows in the order of the list, or in
 *       one {@code .npy} per image, in place of the image.
 *   <li>Folders of classes, as Office-31, Office-Home, VisDA, DomainNet and ImageNet-Sketch are
 *       published: {@code DOMAIN/CLASS/NAME.npy}, one per image; {@code DOMAIN/images/CLASS} too. A
 *       domain without folders of classes, {@code DOMAIN/NAME.npy}, is unlabelled, as are images
 *       listed with class −1.
 * </ol>
 */
record FeatureFolder(Path folder) {
  private static final String NPY = ".npy";
  private static final String IMAGES = "images";
  private static final int DEEPEST = 8;

  /** The class of files outside the folders of classes. */
  private static final String NO_CLASS = "";

  /** Every file that the data set is read from, in a fixed order. */
  List<Path> files() {
    return FolderContents.filesBelow(folder, DEEPEST).stream()
        .filter(file -> file.toString().endsWith(NPY) || ImageList.isList(file))
        .toList();
  }

  DataSet read() {
    List<ImageList> lists = lists();
    return lists.isEmpty() ? ofClasses() : ofLists(lists);
  }

  /** Lists of the folder; if a domain has a complete list, its parts are ignored. */
  private List<ImageList> lists() {
    Map<String, List<ImageList>> byDomain = new TreeMap<>();
    for (Path file : FolderContents.of(folder)) {
      if (ImageList.isList(file)) {
        ImageList list = ImageList.read(file);
        byDomain.computeIfAbsent(list.domain(), d -> new ArrayList<>()).add(list);
      }
    }
    List<ImageList> lists = new ArrayList<>();
    for (List<ImageList> ofDomain : byDomain.values()) {
      boolean whole = ofDomain.stream().anyMatch(ImageList::whole);
      ofDomain.stream()
          .filter(list -> list.whole() == whole)
          .sorted(Comparator.comparingInt(ImageList::split))
          .forEach(lists::add);
    }
    return lists;
  }

  private DataSet ofLists(List<ImageList> lists) {
    FeatureCollector collected = new FeatureCollector(folder);
    Map<Integer, String> names = new TreeMap<>();
    for (ImageList list : lists) {
      int domain = collected.domain(list.domain());
      for (ImageList.Image image : list.images()) {
        if (image.label() != DataSet.UNLABELLED) {
          names.putIfAbsent(image.label(), className(image));
        }
      }
      Path together = together(list);
      if (Files.isRegularFile(together)) {
        collected.addMatrix(together, list.images().size(), list.file());
      }
      for (ImageList.Image image : list.images()) {
        collected.example(domain, image.label(), list.split());
        if (!Files.isRegularFile(together)) {
          collected.addRow(beside(image, list.file()));
        }
      }
    }
    return collected.build(names);
  }

  /** An image's folder names its class; in lists without folders, classes are numbers. */
  private static String className(ImageList.Image image) {
    String[] parts = image.path().split("[/\\\\]");
    return parts.length > 1 ? parts[parts.length - 2] : Integer.toString(image.label());
  }

  /** The single file with all features of a list; it need not exist. */
  private Path together(ImageList list) {
    String stem = list.file().getFileName().toString().replaceFirst("\\.txt$", "");
    Path same = folder.resolve(stem + NPY);
    return Files.isRegularFile(same)
        ? same
        : folder.resolve(stem.replaceFirst("_list$", "") + "_feature" + NPY);
  }

  /** The features of one image: the longest end of its listed path that exists in this folder. */
  private Path beside(ImageList.Image image, Path list) {
    String[] parts = image.path().replaceFirst("\\.[A-Za-z]+$", NPY).split("[/\\\\]+");
    for (int from = 0; from < parts.length; from++) {
      Path inside = folder;
      boolean plain = true;
      for (int i = from; i < parts.length; i++) {
        plain &= !parts[i].equals("..");
        inside = plain ? inside.resolve(parts[i]) : inside;
      }
      if (plain && Files.isRegularFile(inside)) {
        return inside;
      }
    }
    throw InputException.in(
        list,
        "there are no features of %s: neither its .npy below %s nor one %s for the whole list",
        InputException.quote(image.path()),
        folder,
        list.getFileName().toString().replaceFirst("\\.txt$", NPY));
  }

  private DataSet ofClasses() {
    Map<String, Map<String, List<Path>>> domains = new LinkedHashMap<>();
    TreeMap<String, Integer> classes = new TreeMap<>();
    for (Path domain : FolderContents.of(folder)) {
      Path inner = Files.isDirectory(domain.resolve(IMAGES)) ? domain.resolve(IMAGES) : domain;
      for (Path kind : Files.isDirectory(inner) ? FolderContents.of(inner) : List.<Path>of()) {
        List<Path> features = featuresIn(kind);
        if (!features.isEmpty()) {
          classes.put(kind.getFileName().toString(), 0);
          domains
              .computeIfAbsent(domain.getFileName().toString(), d -> new TreeMap<>())
              .put(kind.getFileName().toString(), features);
        }
      }
      String name = domain.getFileName().toString();
      List<Path> unlabelled = featuresIn(inner);
      if (!domains.containsKey(name) && !unlabelled.isEmpty()) {
        domains.put(name, Map.of(NO_CLASS, unlabelled));
      }
    }
    if (classes.isEmpty()) {
      throw InputException.in(
          folder,
          "is not a data set: it has neither lists such as DOMAIN_list.txt with features beside them,"
              + " nor DOMAIN/CLASS/NAME.npy, nor svmlight files");
    }
    Map<Integer, String> names = new TreeMap<>();
    classes.keySet().forEach(name -> names.put(names.size(), name));
    names.forEach((number, name) -> classes.put(name, number));
    FeatureCollector collected = new FeatureCollector(folder);
    domains.forEach(
        (domain, kinds) -> {
          int at = collected.domain(domain);
          kinds.forEach(
              (kind, features) ->
                  features.forEach(
                      file -> {
                        collected.example(at, classes.getOrDefault(kind, DataSet.UNLABELLED), 0);
                        collected.addRow(file);
                      }));
        });
    return collected.build(names);
  }

  /** Features directly in a folder; none if the path is not a folder. */
  private static List<Path> featuresIn(Path path) {
    return Files.isDirectory(path)
        ? FolderContents.of(path).stream()
            .filter(file -> file.toString().endsWith(NPY) && Files.isRegularFile(file))
            .toList()
        : List.of();
  }
}
