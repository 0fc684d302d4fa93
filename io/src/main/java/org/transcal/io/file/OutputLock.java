package org.transcal.io.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * An exclusive lock on an output folder.
 *
 * <p>A lock on the hidden file {@code .transcal.lock}, which the system releases when the process
 * ends, however it ends; the file stays. Held by {@code fit}, {@code experiment} and {@code demo}.
 */
public final class OutputLock implements AutoCloseable {
  private static final String NAME = ".transcal.lock";

  /** Folders locked by this process; reopening a lock file would release its lock (POSIX). */
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private final Path folder;
  private final Folders made;
  private final FileChannel channel;

  private OutputLock(Path folder, Folders made, FileChannel channel) {
    this.folder = folder;
    this.made = made;
    this.channel = channel;
  }

  /**
   * Takes the lock of a folder, which is created if missing, and removes temporary files that
   * killed runs left in it.
   *
   * @throws OutputException if another run holds the lock, or the folder cannot be written
   */
  public static OutputLock acquire(Path folder) {
    Folders made = new Folders();
    try {
      made.make(folder.toAbsolutePath());
      Path real = folder.toRealPath();
      if (!HELD.add(real)) {
        throw held(folder);
      }
      Optional<FileChannel> locked = Optional.empty();
      try {
        locked = lock(real.resolve(NAME));
      } finally {
        if (locked.isEmpty()) {
          HELD.remove(real);
        }
      }
      OutputLock lock = new OutputLock(real, made, locked.orElseThrow(() -> held(folder)));
      lock.removeStray(real);
      return lock;
    } catch (IOException e) {
      made.remove();
      throw new OutputException(folder, e);
    }
  }

  /** Whether a run has written to the folder before. */
  public static boolean wasHeld(Path folder) {
    return Files.exists(folder.resolve(NAME));
  }

  /** A channel that holds the lock; empty if another process does. */
  private static Optional<FileChannel> lock(Path file) throws IOException {
    while (true) {
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      boolean free = false;
      boolean there = false;
      try {
        free = channel.tryLock() != null;
        // The previous run may have removed the file with its folder: then try again.
        there = Files.exists(file);
      } finally {
        if (!free || !there) {
          channel.close();
        }
      }
      if (!free || there) {
        return free ? Optional.of(channel) : Optional.empty();
      }
    }
  }

  private static OutputException held(Path folder) {
    return new OutputException(
        "another transcal run is writing to "
            + folder
            + "; wait until it has ended or use another --out");
  }

  /** Removes temporary files that killed runs left in a folder below the locked one. */
  public void removeStray(Path inner) {
    try {
      if (Files.isDirectory(inner)) {
        TemporaryFile.removeStray(inner);
      }
    } catch (IOException e) {
      throw new OutputException(inner, e);
    }
  }

  /** Releases the lock and removes the folder if it was created for it and is empty. */
  @Override
  public void close() {
    try {
      if (made.isNew() && holdsNothing()) {
        Files.deleteIfExists(folder.resolve(NAME));
        made.remove();
      }
      channel.close();
    } catch (IOException e) {
      throw new OutputException(folder, e);
    } finally {
      HELD.remove(folder);
    }
  }

  private boolean holdsNothing() throws IOException {
    if (!Files.isDirectory(folder)) {
      return false;
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.allMatch(file -> file.endsWith(NAME));
    }
  }
}
