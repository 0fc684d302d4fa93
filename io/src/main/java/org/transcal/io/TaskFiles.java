package org.transcal.io;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.transcal.io.array.MemoryArray;
import org.transcal.io.array.StoredArray;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.FolderContents;
import org.transcal.io.file.InputException;
import org.transcal.io.npy.NpyArray;
import org.transcal.matrix.Matrix;
import org.transcal.task.TransferTask;

/**
 * Tasks in files, in any of the accepted layouts.
 *
 * <ol>
 *   <li>{@code NAME.npz} with arrays {@code source_val_logits}, {@code source_val_labels}, {@code
 *       target_logits} and optional others;
 *   <li>a folder with the same names as {@code .npy} or {@code .csv} files;
 *   <li>{@code PREFIX_{source_train,source_val,target}_{feature,output,label}.npy};
 *   <li>{@code PREFIX_{feature,output,label,num}.csv}, whose rows are source training, target,
 *       source validation.
 * </ol>
 *
 * <p>If a folder of arrays and files with the same prefix exist side by side, the folder is read.
 * The task's name is that of the file (without {@code .npz}), the folder, or the prefix's last
 * part.
 */
public final class TaskFiles {
  /** Depth of sub-folders searched for tasks. */
  private static final int DEEPEST = 3;

  private TaskFiles() {}

  /** The task alone. */
  public static TransferTask read(Path path) {
    return load(path).task();
  }

  /** The task, target labels, digests and warnings. */
  public static LoadedTask load(Path path) {
    return load(path, List.of());
  }

  /**
   * The task, target labels, digests and warnings.
   *
   * @param others names of further arrays in the same place, about which there is no warning
   */
  public static LoadedTask load(Path path, List<String> others) {
    TaskLayout layout = TaskLayout.of(path).orElseThrow(() -> noTask(path));
    List<String> names = new ArrayList<>(TaskArrays.KNOWN);
    others.stream().filter(name -> !names.contains(name)).forEach(names::add);
    try (OpenFiles files = new OpenFiles()) {
      return TaskReader.read(layout.open(path, files, names));
    }
  }

  /**
   * A task from arrays in memory, with the same checks as one from files.
   *
   * @param path where they come from, for messages
   * @param arrays the arrays by their names in task files; labels are one column
   * @param classNames one per class, or none
   * @param featureNames one per feature, or none
   */
  public static LoadedTask assemble(
      Path path,
      String name,
      Map<String, Matrix> arrays,
      List<String> classNames,
      List<String> featureNames) {
    LoadedTask task =
        inMemory(
            path,
            name,
            arrays,
            (array, values) -> new MemoryArray(path + ": " + array, values, List.of()));
    return new LoadedTask(
        task.task(),
        task.targetLabels(),
        classNames,
        featureNames,
        task.digests(),
        task.warnings());
  }

  /**
   * A task whose arrays are in memory.
   *
   * @param name the task's name, also used in messages
   * @param arrays content of a {@code .npy} file for each array, by array name
   */
  public static LoadedTask load(String name, Map<String, byte[]> arrays) {
    return inMemory(
        Path.of(name),
        name,
        arrays,
        (array, bytes) -> NpyArray.in(ByteSource.of(Path.of(array), bytes)).digested());
  }

  private static <T> LoadedTask inMemory(
      Path path, String name, Map<String, T> arrays, BiFunction<String, T, StoredArray> stored) {
    SortedMap<String, StoredArray> known = new TreeMap<>();
    arrays.forEach(
        (array, content) -> {
          if (TaskArrays.KNOWN.contains(array)) {
            known.put(array, stored.apply(array, content));
          }
        });
    return TaskReader.read(new TaskArrays(path, name, known, arrays.keySet()));
  }

  /**
   * Writes a task to a {@code .npz} file, whole or not at all; {@link TaskWriter} also writes
   * labels and class names.
   *
   * <pre>{@code
   * TransferTask task =
   *     TransferTask.named("A2B").sourceValidation(logits, labels).target(targetLogits).build();
   * TaskFiles.write(Path.of("A2B.npz"), task);
   * }</pre>
   *
   * @throws org.transcal.io.file.OutputException if the file cannot be written
   */
  public static void write(Path file, TransferTask task) {
    TaskWriter.of(task).write(file);
  }

  /** Whether the path has one of the accepted layouts, judged by file names only. */
  public static boolean isTask(Path path) {
    return TaskLayout.of(path).isPresent();
  }

  /** Every task directly in a folder, sorted by path. */
  public static List<Path> list(Path folder) {
    if (!Files.isDirectory(folder)) {
      throw InputException.in(folder, "there is no such folder");
    }
    List<Path> entries = FolderContents.of(folder);
    return TaskLayout.all().stream()
        .flatMap(layout -> layout.among(entries).stream())
        .distinct()
        .sorted()
        .toList();
  }

  /**
   * Every task of a folder: those directly in it, else those of its sub-folders, as the authors of
   * the method keep theirs ({@code features/DATASET/METHOD/PREFIX_…}).
   */
  public static List<Path> find(Path folder) {
    return find(folder, DEEPEST);
  }

  private static List<Path> find(Path folder, int depth) {
    List<Path> direct = list(folder);
    if (!direct.isEmpty() || depth == 0) {
      return direct;
    }
    return FolderContents.of(folder).stream()
        .filter(Files::isDirectory)
        .flatMap(inner -> find(inner, depth - 1).stream())
        .toList();
  }

  private static InputException noTask(Path path) {
    String found =
        Files.isDirectory(path)
            ? "this folder has none of a task's arrays (its .npy and .csv files: "
                + InputException.list(FolderLayout.names(path))
                + ")"
            : Files.exists(path) ? "this is not a task file" : "there is no such task";
    return InputException.in(
        path,
        "%s; a task is NAME.npz, a folder with source_val_logits.npy or .csv and so on, or"
            + " a PREFIX of PREFIX_{source_train,source_val,target}_{feature,output,label}.npy"
            + " or PREFIX_{feature,output,label,num}.csv",
        found);
  }
}
