package org.transcal.io;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.transcal.io.array.StoredArray;

/** {@code PREFIX_{source_train,source_val,target}_{feature,output,label}.npy}. */
final class AuthorsNpyLayout extends AuthorsLayout {
  private static final List<String> SETS = List.of("source_train", "source_val", "target");

  AuthorsNpyLayout() {
    super("_source_val_output.npy");
  }

  @Override
  public TaskArrays open(Path path, OpenFiles files, List<String> names) {
    SortedMap<String, StoredArray> arrays = new TreeMap<>();
    for (String set : SETS) {
      for (Map.Entry<String, String> part : ARRAY_OF_PART.entrySet()) {
        String suffix = "_" + set + "_" + part.getKey() + ".npy";
        if (exist(path, suffix)) {
          String name = set + "_" + part.getValue();
          arrays.put(name, files.array(suffixed(path, suffix), name));
        }
      }
    }
    return new TaskArrays(path, nameOf(path), arrays, arrays.keySet());
  }
}
