package org.transcal.io;

import java.nio.file.Path;
import java.util.List;
import org.transcal.shift.TransferTask;

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
 */
public final class TaskFiles {
  private TaskFiles() {}

  /**
   * The task alone.
   *
   * @throws org.transcal.io.file.InputException naming file, array and what is wrong
   */
  public static TransferTask read(Path path) {
    return load(path).task();
  }

  /**
   * The task, target labels, digests and warnings.
   *
   * @throws org.transcal.io.file.InputException naming file, array and what is wrong
   */
  public static LoadedTask load(Path path) {
    throw new UnsupportedOperationException("not written yet: " + path);
  }

  /** Whether the path has one of the accepted layouts; its content is not looked at. */
  public static boolean isTask(Path path) {
    throw new UnsupportedOperationException("not written yet: " + path);
  }

  /** Every task directly in a folder, sorted by path. */
  public static List<Path> list(Path folder) {
    throw new UnsupportedOperationException("not written yet: " + folder);
  }
}
