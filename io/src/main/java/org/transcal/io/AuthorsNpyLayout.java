package org.transcal.io;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** {@code PREFIX_{source_train,source_val,target}_{feature,output,label}.npy}. */
final class AuthorsNpyLayout implements TaskLayout {
  private static final List<String> SETS = List.of("source_train", "source_val", "target");
  private static final String NEEDED = "_source_val_output.npy";

  @Override
  public boolean matches(Path path) {
    return AuthorsFiles.exist(path, NEEDED);
  }

  @Override
  public TaskArrays open(Path path, OpenFiles files) {
    SortedMap<String, StoredArray> arrays = new TreeMap<>();
    for (String set : SETS) {
      for (Map.Entry<String, String> part : AuthorsFiles.ARRAY_OF_PART.entrySet()) {
        String suffix = "_" + set + "_" + part.getKey() + ".npy";
        if (AuthorsFiles.exist(path, suffix)) {
          String name = set + "_" + part.getValue();
          arrays.put(name, files.array(AuthorsFiles.suffixed(path, suffix), name));
        }
      }
    }
    return new TaskArrays(path, AuthorsFiles.nameOf(path), arrays, arrays.keySet());
  }

  @Override
  public List<Path> among(List<Path> entries) {
    return AuthorsFiles.prefixes(entries, NEEDED);
  }
}
