package org.transcal.io.dataset;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.transcal.io.ArrayFiles;
import org.transcal.io.ArrayLocation;
import org.transcal.io.array.StoredArray;
import org.transcal.io.file.FolderContents;
import org.transcal.io.file.InputException;
import org.transcal.matrix.Matrix;

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
    Examples examples = new Examples();
    SortedMap<Integer, String> names = new TreeMap<>();
    for (ImageList list : lists) {
      for (ImageList.Image image : list.images()) {
        if (image.label() != DataSet.UNLABELLED) {
          names.putIfAbsent(image.label(), className(image));
        }
        examples.add(list.domain(), image.label(), list.split());
      }
      Path together = together(list);
      if (Files.isRegularFile(together)) {
        examples.features(together, list);
      } else {
        list.images().forEach(image -> examples.features(beside(image, list.file())));
      }
    }
    return examples.build(names);
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
    SortedMap<String, SortedMap<String, List<Path>>> domains = new TreeMap<>();
    SortedMap<String, Integer> classes = new TreeMap<>();
    for (Path file : files()) {
      List<String> parts =
          StreamSupport.stream(folder.relativize(file).spliterator(), false)
              .map(Path::toString)
              .collect(Collectors.toList());
      if (parts.size() > 2 && parts.get(1).equals(IMAGES)) {
        parts.remove(1);
      }
      if (parts.size() == 2 || parts.size() == 3) {
        String kind = parts.size() == 2 ? NO_CLASS : parts.get(1);
        domains
            .computeIfAbsent(parts.get(0), domain -> new TreeMap<>())
            .computeIfAbsent(kind, k -> new ArrayList<>())
            .add(file);
        classes.put(kind, DataSet.UNLABELLED);
      }
    }
    classes.remove(NO_CLASS);
    if (classes.isEmpty()) {
      throw InputException.in(
          folder,
          "is not a data set: it has neither lists such as DOMAIN_list.txt with features beside them,"
              + " nor DOMAIN/CLASS/NAME.npy, nor svmlight files");
    }
    SortedMap<Integer, String> names = new TreeMap<>();
    classes.keySet().forEach(name -> names.put(names.size(), name));
    names.forEach((number, name) -> classes.put(name, number));
    Examples examples = new Examples();
    domains.forEach(
        (domain, kinds) -> {
          if (kinds.size() > 1) {
            kinds.remove(NO_CLASS);
          }
          kinds.forEach(
              (kind, files) -> {
                int label = classes.getOrDefault(kind, DataSet.UNLABELLED);
                for (Path file : files) {
                  examples.add(domain, label, 0);
                  examples.features(file);
                }
              });
        });
    return examples.build(names);
  }

  /** Examples and, in the same order, their features. */
  private final class Examples {
    private final DoubleStream.Builder values = DoubleStream.builder();
    private final IntStream.Builder labels = IntStream.builder();
    private final IntStream.Builder domains = IntStream.builder();
    private final IntStream.Builder splits = IntStream.builder();
    private final List<String> domainNames = new ArrayList<>();
    private int columns = -1;

    void add(String domain, int label, int split) {
      if (!domainNames.contains(domain)) {
        domainNames.add(domain);
      }
      domains.add(domainNames.indexOf(domain));
      labels.add(label);
      splits.add(split);
    }

    /** All features of a list. */
    void features(Path file, ImageList list) {
      Matrix matrix = ArrayFiles.readMatrix(ArrayLocation.of(file));
      if (matrix.rows() != list.images().size()) {
        throw InputException.in(
            file,
            "has %s rows where %s lists %s images",
            matrix.rows(),
            list.file(),
            list.images().size());
      }
      features(file, matrix);
    }

    /** The features of one example. */
    void features(Path file) {
      double[] row = ArrayFiles.read(ArrayLocation.of(file), StoredArray::vector);
      features(file, Matrix.wrap(row, 1, row.length));
    }

    private void features(Path file, Matrix matrix) {
      if (columns < 0 && matrix.columns() > 0) {
        columns = matrix.columns();
      }
      if (matrix.columns() != columns) {
        throw InputException.in(
            file,
            "has %s features where files before it have %s",
            matrix.columns(),
            Math.max(0, columns));
      }
      DataSet.requireUsable(file.toString(), matrix);
      double[] row = new double[columns];
      for (int i = 0; i < matrix.rows(); i++) {
        matrix.copyRow(i, row);
        for (double value : row) {
          values.add(value);
        }
      }
    }

    /** The data set; class numbers become indices in ascending order. */
    DataSet build(SortedMap<Integer, String> names) {
      int[] numbers = names.keySet().stream().mapToInt(number -> number).toArray();
      int[] classes =
          labels
              .build()
              .map(l -> l == DataSet.UNLABELLED ? l : Arrays.binarySearch(numbers, l))
              .toArray();
      Matrix features = Matrix.wrap(values.build().toArray(), classes.length, columns);
      return InputException.naming(
          folder,
          () ->
              new DataSet(
                  new FeatureRows.Dense(features),
                  classes,
                  domains.build().toArray(),
                  splits.build().toArray(),
                  domainNames,
                  List.copyOf(names.values()),
                  DataSet.ClassList.NAMED));
    }
  }
}
