package org.transcal.io.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The content of folders, sorted by path; anything unreadable is bad input. */
public final class FolderContents {
  private FolderContents() {}

  /** Files and folders directly in a folder. */
  public static List<Path> of(Path folder) {
    return sorted(folder, () -> Files.list(folder));
  }

  /** Regular files in a folder and its sub-folders, down to a depth. */
  public static List<Path> filesBelow(Path folder, int depth) {
    return sorted(folder, () -> Files.walk(folder, depth).filter(Files::isRegularFile));
  }

  private interface Listing {
    Stream<Path> open() throws IOException;
  }

  private static List<Path> sorted(Path folder, Listing listing) {
    try (Stream<Path> paths = listing.open()) {
      return paths.sorted().toList();
    } catch (UncheckedIOException e) {
      throw unreadable(folder, e.getCause());
    } catch (IOException e) {
      throw unreadable(folder, e);
    }
  }

  private static InputException unreadable(Path folder, IOException cause) {
    boolean named = cause instanceof FileSystemException system && system.getFile() != null;
    Path at = named ? Path.of(((FileSystemException) cause).getFile()) : folder;
    return ByteSource.unreadable(at, cause);
  }
}
