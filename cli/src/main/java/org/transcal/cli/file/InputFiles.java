package org.transcal.cli.file;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.transcal.cli.terminal.Message;
import org.transcal.io.TaskFiles;
import org.transcal.io.file.ByteSource;
import org.transcal.workflow.OptionException;

/** The files that a command reads; to overwrite one of them is wrong usage. */
public final class InputFiles {
  private static final Pattern ARRAY_OF_ARCHIVE = Pattern.compile("(?is)(.*\\.npz):.*");
  private static final Pattern COLUMN_FILE = Pattern.compile("(?is).*\\.(npy|csv|npz(:.*)?)");
  private static final Pattern ARRAY_OF_FOLDER =
      Pattern.compile(
          "(?i).*\\.npy|(source|target|second|mixup|mcdropout|ensemble|svi|class|feature)_.*\\.csv");
  private static final Pattern ARRAY_OF_PREFIX =
      Pattern.compile("(.*_)?(feature|output|label|num)\\.(npy|csv)");
  private static final Pattern WILDCARD = Pattern.compile("[*?\\[]");

  private static final int MOST_LINKS = 40;
  private static final long LARGE = 1 << 25;

  private final List<Path> inputs = new ArrayList<>();

  /** No files yet. */
  public InputFiles() {}

  /** Adds a file, folder, prefix of files or pattern, which need not exist. */
  public InputFiles add(Path input) {
    inputs.add(input);
    return this;
  }

  /** Adds a path as users write it: also {@code FILE.npz:array}; {@code -} is no file. */
  public InputFiles add(String input) {
    return input.equals("-")
        ? this
        : add(Path.of(ARRAY_OF_ARCHIVE.matcher(input).replaceFirst("$1")));
  }

  /** Adds a path if there is one. */
  public InputFiles add(Optional<?> input) {
    input.ifPresent(path -> add(path.toString()));
    return this;
  }

  /** Adds all paths. */
  public InputFiles add(Collection<?> all) {
    all.forEach(path -> add(path.toString()));
    return this;
  }

  /** Adds columns that are files, not names of arrays. */
  public InputFiles addColumns(Collection<String> columns) {
    return add(columns.stream().filter(COLUMN_FILE.asMatchPredicate()).toList());
  }

  /** Whether there is so much to read that the second compiler of Java pays off. */
  public boolean isLarge() {
    return inputs.stream()
        .anyMatch(input -> Files.isDirectory(input) || input.toFile().length() > LARGE);
  }

  /** The first that does not exist, neither as a file nor as the prefix of files, if any. */
  public Optional<Path> missing() {
    return inputs.stream().filter(InputFiles::isMissing).findFirst();
  }

  private static boolean isMissing(Path input) {
    if (Files.exists(input) || WILDCARD.matcher(input.toString()).find()) {
      return false;
    }
    Path whole = input.toAbsolutePath();
    try (DirectoryStream<Path> arrays =
        Files.newDirectoryStream(
            whole.getParent(), file -> file.toString().startsWith(whole + "_"))) {
      return !arrays.iterator().hasNext();
    } catch (IOException e) {
      return true;
    }
  }

  /**
   * Fails if a command would overwrite one of these files.
   *
   * @param option the option that names the output, for the message
   */
  public void requireNot(String option, Path output) {
    for (Path input : inputs) {
      if (isPart(output, input)) {
        throw overwriting(option, output, "an input", input);
      }
    }
  }

  /** Fails if a command would overwrite one of these files with an output that was asked for. */
  public void requireNot(String option, Optional<Path> output) {
    output.ifPresent(file -> requireNot(option, file));
  }

  /**
   * Fails if two outputs are the same file, existing or not, or one is in a folder that the other
   * is, or a file that is kept beside the other.
   *
   * @param outputs by option, folders before files
   */
  public void requireDistinct(Map<String, Path> outputs) {
    Map<String, Path> earlier = new LinkedHashMap<>();
    outputs.forEach(
        (option, output) -> {
          earlier.forEach(
              (other, file) -> {
                if (isShared(output, file)) {
                  throw overwriting(option, output, other, file);
                }
              });
          earlier.put(option, output);
        });
  }

  private static OptionException overwriting(String option, Path output, String what, Path file) {
    return new OptionException(
        Message.of(
            "%s is %s, which is also %s%s; use another file, so that nothing is overwritten",
            option, output, what, output.equals(file) ? "" : " (" + file + ")"));
  }

  /** Whether an output is the same file as an earlier one, part of it, or kept beside it. */
  private static boolean isShared(Path output, Path earlier) {
    try {
      if (Files.exists(output) && !Files.isRegularFile(output) && !Files.isDirectory(output)) {
        return false; // Several outputs may go to /dev/null.
      }
      Path one = resolved(output, 0);
      Path other = resolved(earlier, 0);
      return one.startsWith(other)
          || besides(one).contains(other)
          || besides(other).contains(one)
          || Files.exists(one) && Files.exists(other) && Files.isSameFile(one, other);
    } catch (IOException e) {
      throw ByteSource.unreadable(output, e);
    }
  }

  /** Our lock of a file, and the log that DuckDB keeps beside it. */
  private static List<Path> besides(Path file) {
    String name = String.valueOf(file.getFileName());
    return List.of(file.resolveSibling("." + name + ".lock"), file.resolveSibling(name + ".wal"));
  }

  /** The path without symbolic links, even if it or some of its folders do not exist yet. */
  private static Path resolved(Path file, int links) throws IOException {
    if (Files.exists(file)) {
      return file.toRealPath();
    }
    if (Files.isSymbolicLink(file) && links < MOST_LINKS) {
      return resolved(file.resolveSibling(Files.readSymbolicLink(file)), links + 1);
    }
    Path whole = file.toAbsolutePath();
    return whole.getParent() == null
        ? whole
        : resolved(whole.getParent(), links).resolve(whole.getFileName()).normalize();
  }

  private static boolean isPart(Path output, Path input) {
    if (!Files.exists(output)) {
      return false;
    }
    try {
      if (Files.isRegularFile(input)) {
        return Files.isSameFile(output, input);
      }
      String name = String.valueOf(output.getFileName());
      if (Files.isDirectory(input)) {
        return Files.isRegularFile(output)
            && output.toRealPath().startsWith(input.toRealPath())
            && isRead(name, input);
      }
      Path pattern = input.toAbsolutePath().normalize();
      Path folder = pattern.getParent();
      if (WILDCARD.matcher(input.toString()).find()) {
        return FileSystems.getDefault()
            .getPathMatcher("glob:" + pattern)
            .matches(output.toAbsolutePath().normalize());
      }
      String prefix = String.valueOf(pattern.getFileName()) + "_";
      return folder != null
          && Files.isDirectory(folder)
          && output.toRealPath().getParent().equals(folder.toRealPath())
          && name.startsWith(prefix)
          && ARRAY_OF_PREFIX.matcher(name.substring(prefix.length())).matches();
    } catch (IOException e) {
      throw ByteSource.unreadable(output, e);
    }
  }

  /** Whether a file of a folder is read: one of a task's arrays, or any table or batch. */
  private static boolean isRead(String name, Path folder) {
    return TaskFiles.isTask(folder)
        ? ARRAY_OF_FOLDER.matcher(name).matches()
        : !name.toLowerCase(Locale.ROOT).endsWith(".html");
  }
}
