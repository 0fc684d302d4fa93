package org.transcal.io;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A layout of a task's arrays in files. */
interface TaskLayout {
  /** Every accepted layout, in the order in which a path is tried. */
  static List<TaskLayout> all() {
    return List.of(new ArchiveLayout(), new FolderLayout(), PrefixLayout.NPY, PrefixLayout.CSV);
  }

  /** Whether a path has this layout, by the names of its files. */
  boolean matches(Path path);

  /**
   * Opens arrays of a path that matches; their files stay open until the caller closes.
   *
   * @param names the arrays that are wanted; the authors' layouts open what they have
   */
  TaskArrays open(Path path, OpenFiles files, List<String> names);

  /** Tasks of this layout among the entries of a folder. */
  default List<Path> among(List<Path> entries) {
    return entries.stream().filter(this::matches).toList();
  }

  static Optional<TaskLayout> of(Path path) {
    return all().stream().filter(layout -> layout.matches(path)).findFirst();
  }
}
