package org.transcal.io.dataset;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.transcal.io.ArrayFiles;
import org.transcal.io.ArrayLocation;
import org.transcal.io.array.StoredArray;
import org.transcal.io.file.Allocation;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.Digest;
import org.transcal.io.file.FolderContents;
import org.transcal.io.file.InputException;
import org.transcal.io.npy.ElementType;
import org.transcal.io.npy.NpyArray;
import org.transcal.io.npy.NpyHeader;
import org.transcal.matrix.Matrix;

/**
 * Data sets in files: a {@code .npz} with {@code x} (rows × columns, or images × channels × height
 * × width) or CSR {@code data, indices, indptr, shape}, {@code y} (−1 for unlabelled), {@code
 * domain} and optional {@code split, domain_names, class_names}; or svmlight files, one per domain,
 * in a folder or by name; or a folder of image features, see {@code FeatureFolder}.
 */
public final class DataSetFiles {
  private static final Pattern SVMLIGHT =
      Pattern.compile(".+\\.(svm|svmlight|libsvm|dat)", Pattern.CASE_INSENSITIVE);

  private DataSetFiles() {}

  /**
   * Reads a data set from paths given by the user: one {@code .npz} or folder, or svmlight files,
   * one per domain.
   */
  public static DataSet read(List<Path> paths) {
    boolean single = paths.size() == 1 && (isNpz(paths.get(0)) || Files.isDirectory(paths.get(0)));
    return single ? read(paths.get(0)) : readSvmlight(paths);
  }

  /**
   * Reads svmlight files, one per domain, or a folder of them, whose column indices start at {@code
   * firstIndex}.
   *
   * @param firstIndex 0 or 1
   */
  public static DataSet readSvmlight(List<Path> paths, int firstIndex) {
    if (firstIndex != 0 && firstIndex != 1) {
      throw new IllegalArgumentException("firstIndex is " + firstIndex + "; it must be 0 or 1");
    }
    boolean folder = paths.size() == 1 && Files.isDirectory(paths.get(0));
    List<Path> files = folder ? svmlightIn(paths.get(0)) : paths;
    return readSvmlight(files, new SvmlightDataSet(firstIndex));
  }

  /**
   * Reads a {@code .npz} data set, or a folder: of svmlight files, one per domain, or of features
   * of images in the layouts of adaptation benchmarks.
   */
  public static DataSet read(Path file) {
    if (Files.isDirectory(file)) {
      List<Path> svmlight = svmlightIn(file);
      return svmlight.isEmpty() ? new FeatureFolder(file).read() : readSvmlight(svmlight);
    }
    if (!isNpz(file)) {
      throw InputException.in(
          file, "is not a .npz data set; svmlight files are given one per domain");
    }
    return NpzDataSet.read(file);
  }

  /** Reads only the features of a {@code .npz} data set, which needs no labels or domains. */
  public static FeatureRows readFeatures(Path file) {
    return NpzDataSet.readFeatures(file);
  }

  /** Rows of a two-dimensional array, or images of a four-dimensional one; all values finite. */
  public static FeatureRows readFeatures(ArrayLocation location) {
    return ArrayFiles.read(location, DataSetFiles::features);
  }

  /**
   * Rows of an array with two dimensions, or images of one with four: images × channels × height ×
   * width. Images of bytes are divided by 255.
   */
  static FeatureRows features(StoredArray stored) {
    if (!(stored instanceof NpyArray array)) {
      return FeatureRows.dense(stored.where(), stored.matrix());
    }
    if (array.header().rank() == 3) {
      throw InputException.in(
          array.where(),
          "has 3 dimensions, shape %s; rows have 2, images 4: images × channels × height × width"
              + " (grey images: save x[:, None])",
          array.header().shapeText());
    }
    if (array.header().rank() != 4) {
      return FeatureRows.dense(array.where(), array.matrix());
    }
    Matrix values = images(array);
    DataSet.requireUsable(array.where(), values);
    List<Long> shape = array.header().shape();
    return InputException.naming(
        array.where(),
        () ->
            new FeatureRows.Images(
                values,
                new ImageShape(
                    shape.get(1).intValue(), shape.get(2).intValue(), shape.get(3).intValue())));
  }

  private static Matrix images(NpyArray array) {
    NpyHeader header = array.header();
    boolean isBytes =
        header.type().kind() == ElementType.Kind.UNSIGNED && header.type().bytes() == 1;
    if (header.order() == NpyHeader.ElementOrder.COLUMN_MAJOR) {
      throw InputException.in(
          array.where(),
          "has shape %s in Fortran order; images are images × channels × height × width, in C order"
              + " (numpy.ascontiguousarray)",
          header.shapeText());
    }
    if (!isBytes && header.type().kind() != ElementType.Kind.FLOAT) {
      throw InputException.in(
          array.where(),
          "holds %s; images are floats, or bytes (u1) from 0 to 255, which are divided by 255",
          header.type());
    }
    // Cannot overflow: the header has checked the product.
    long pixels = header.dimension(1) * header.dimension(2) * header.dimension(3);
    if (pixels > Allocation.LONGEST || header.dimension(0) > Allocation.LONGEST) {
      throw InputException.in(
          array.where(), "has shape %s; images are too large", header.shapeText());
    }
    float[] values = array.floats(isBytes ? 255 : 1);
    return Matrix.wrap(values, (int) header.dimension(0), (int) pixels);
  }

  /**
   * Reads svmlight files, each a domain named after its file. Column indices start at 1, or at 0 if
   * one of them is 0. Labels are integers; they become classes in increasing order, named after
   * them. −1 means unlabelled, except in a data set whose only labels are −1 and +1.
   */
  public static DataSet readSvmlight(List<Path> files) {
    return readSvmlight(files, new SvmlightDataSet());
  }

  private static DataSet readSvmlight(List<Path> files, SvmlightDataSet dataSet) {
    for (Path file : files) {
      ByteSource.read(file, dataSet::addDomain);
    }
    return dataSet.build();
  }

  /**
   * SHA-256 of everything that the data set of these paths depends on: file contents and, since
   * these name domains and classes, paths within a folder or names of svmlight files.
   */
  public static String digest(List<Path> paths) {
    Digest digest = new Digest();
    for (Path path : paths) {
      if (Files.isDirectory(path)) {
        Map<String, Path> files = new TreeMap<>();
        filesOf(path).forEach(file -> files.put(within(path, file), file));
        digest.update(Integer.toString(files.size()));
        files.forEach((name, file) -> add(digest, name, file));
      } else {
        add(digest, isNpz(path) ? "" : path.getFileName().toString(), path);
      }
    }
    return digest.hex();
  }

  private static String within(Path folder, Path file) {
    Path inner = folder.relativize(file);
    return inner.toString().replace(inner.getFileSystem().getSeparator(), "/");
  }

  private static void add(Digest digest, String name, Path file) {
    digest.update(name);
    digest.update(Digest.of(file));
  }

  /** Every file that a data set in a folder is read from, in a fixed order. */
  static List<Path> filesOf(Path folder) {
    List<Path> svmlight = svmlightIn(folder);
    return svmlight.isEmpty() ? new FeatureFolder(folder).files() : svmlight;
  }

  private static List<Path> svmlightIn(Path folder) {
    return FolderContents.of(folder).stream()
        .filter(Files::isRegularFile)
        .filter(file -> SVMLIGHT.matcher(file.getFileName().toString()).matches())
        .toList();
  }

  private static boolean isNpz(Path file) {
    return file.toString().toLowerCase(Locale.ROOT).endsWith(".npz");
  }
}
