package org.transcal.io.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;

/** Folders created for an output, and removed again if nothing was written. */
final class Folders {
  private final Deque<Path> made = new ArrayDeque<>();

  void make(Path folder) throws IOException {
    Deque<Path> missing = new ArrayDeque<>();
    for (Path at = folder; at != null && !Files.exists(at); at = at.getParent()) {
      missing.push(at);
    }
    for (Path at : missing) {
      try {
        Files.createDirectory(at);
        made.push(at);
      } catch (FileAlreadyExistsException e) {
        if (!Files.isDirectory(at)) {
          throw e;
        }
      }
    }
    if (!Files.isDirectory(folder)) {
      throw new FileSystemException(folder.toString(), null, folder + " is not a folder");
    }
  }

  /** Whether {@link #make} made the folder asked for. */
  boolean isNew() {
    return !made.isEmpty();
  }

  /** Removes the created folders that are still empty. */
  void remove() {
    try {
      for (Path at : made) {
        Files.deleteIfExists(at);
      }
    } catch (IOException e) {
      // Another program put something there: keep it.
    }
  }

  /** Makes entries of a folder, and of those that were made for it, survive a power failure. */
  void sync(Path folder) {
    force(folder);
    for (Path at : made) {
      force(at.getParent());
    }
  }

  private static void force(Path folder) {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException e) {
      // Not every system can open a folder; the files themselves are safe.
    }
  }
}
