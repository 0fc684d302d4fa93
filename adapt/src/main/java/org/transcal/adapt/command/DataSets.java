package org.transcal.adapt.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.transcal.io.dataset.DataSet;
import org.transcal.io.dataset.DataSetFiles;

/** Data sets as users name them: one {@code .npz}, or svmlight files, one a domain. */
final class DataSets {
  private DataSets() {}

  static DataSet read(List<Path> files) {
    boolean single =
        files.size() == 1 && files.get(0).toString().toLowerCase(Locale.ROOT).endsWith(".npz");
    return single ? DataSetFiles.read(files.get(0)) : DataSetFiles.readSvmlight(files);
  }
}
