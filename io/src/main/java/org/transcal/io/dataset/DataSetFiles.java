package org.transcal.io.dataset;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;

/**
 * Data sets in files: a {@code .npz} with {@code x} or CSR {@code data, indices, indptr, shape},
 * {@code y}, {@code domain} and optional {@code split, domain_names, class_names}; or svmlight
 * files, one a domain.
 */
public final class DataSetFiles {
  private DataSetFiles() {}

  /**
   * Reads a {@code .npz} data set.
   *
   * @throws InputException naming the file, the array and what is wrong
   */
  public static DataSet read(Path file) {
    if (!file.toString().toLowerCase(Locale.ROOT).endsWith(".npz")) {
      throw InputException.in(
          file, "is not a .npz data set; svmlight files are given one a domain");
    }
    try (ByteSource source = ByteSource.open(file)) {
      return NpzDataSet.read(source);
    } catch (IOException e) {
      throw ByteSource.unreadable(file, e);
    }
  }

  /**
   * Reads the features alone of a {@code .npz} data set, which then needs neither labels nor
   * domains.
   *
   * @throws InputException naming the file, the array and what is wrong
   */
  public static FeatureRows readFeatures(Path file) {
    try (ByteSource source = ByteSource.open(file)) {
      return NpzDataSet.readFeatures(source);
    } catch (IOException e) {
      throw ByteSource.unreadable(file, e);
    }
  }

  /**
   * Reads svmlight files, each a domain named as its file is without its extension. Column indices
   * start at 1, as the format has it. Labels are integers; they become classes in increasing order,
   * which keep them as names.
   *
   * @throws InputException naming the file, line and what is wrong
   */
  public static DataSet readSvmlight(List<Path> files) {
    SvmlightDataSet dataSet = new SvmlightDataSet();
    for (Path file : files) {
      try (ByteSource source = ByteSource.open(file)) {
        dataSet.addDomain(source);
      } catch (IOException e) {
        throw ByteSource.unreadable(file, e);
      }
    }
    return dataSet.build();
  }
}
