package org.transcal.io.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * An exclusive lock on an output folder, or on one file.
 *
 * <p>A lock on the hidden file {@code .transcal.lock}, which the system releases when the process
 * ends, however it ends; the file stays. Held by {@code fit}, {@code experiment} and {@code demo}.
 */
public final class OutputLock implements AutoCloseable {
  private static final String NAME = ".transcal.lock";

  private static final int PAUSE_MILLIS = 20;

  /** Lock files of this process; reopening one would release its lock (POSIX). */
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private final Path file;
  private final Folders made;
  private final FileChannel channel;

  private OutputLock(Path file, Folders made, FileChannel channel) {
    this.file = file;
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
    return take(folder, NAME).orElseThrow(() -> held(folder));
  }

  /**
   * Takes the lock of one file, waiting while another run holds it; a lock on the hidden file
   * {@code .NAME.lock} beside it. Missing folders are created.
   *
   * @param limit how long to wait
   * @throws OutputException if another run still holds the lock then
   */
  public static OutputLock waitFor(Path file, Duration limit) {
    Path real = realPath(file);
    String name = "." + real.getFileName() + ".lock";
    for (long left = limit.toMillis(); left >= 0; left -= PAUSE_MILLIS) {
      Optional<OutputLock> lock = take(real.getParent(), name);
      if (lock.isPresent()) {
        return lock.get();
      }
      try {
        Thread.sleep(PAUSE_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        break;
      }
    }
    throw new OutputException(
        file
            + ": another transcal run has been writing to it for "
            + limit.toSeconds()
            + " seconds; run the command again when it has ended");
  }

  /**
   * A file in an output folder; neither need exist.
   *
   * @throws OutputException if symbolic links lead out of the folder
   */
  public static Path inside(Path folder, Path file) {
    if (Files.exists(folder) && !contains(folder, file)) {
      throw new OutputException(
          file
              + ": is outside "
              + folder
              + " once links are resolved; remove the link or use another --out");
    }
    return file;
  }

  /** Whether a file, which need not exist, is in a folder after resolving links. */
  public static boolean contains(Path folder, Path file) {
    Path there = file.toAbsolutePath();
    while (!Files.exists(there, LinkOption.NOFOLLOW_LINKS)) {
      there = there.getParent();
    }
    try {
      return there.toRealPath().startsWith(folder.toRealPath());
    } catch (IOException leadsNowhere) {
      return false;
    }
  }

  /** The path without symbolic links, even if the file does not exist yet. */
  private static Path realPath(Path file) {
    try {
      return Files.exists(file) ? file.toRealPath() : file.toAbsolutePath().normalize();
    } catch (IOException e) {
      throw new OutputException(file, e);
    }
  }

  /** A lock on a file of a folder; empty if another run holds it. */
  private static Optional<OutputLock> take(Path folder, String name) {
    Folders made = new Folders();
    try {
      made.make(folder.toAbsolutePath());
      Path file = folder.toRealPath().resolve(name);
      if (!HELD.add(file)) {
        return Optional.empty();
      }
      Optional<FileChannel> locked = Optional.empty();
      try {
        locked = lock(file);
      } finally {
        if (locked.isEmpty()) {
          HELD.remove(file);
        }
      }
      Optional<OutputLock> lock = locked.map(channel -> new OutputLock(file, made, channel));
      lock.ifPresent(held -> held.removeStray(file.getParent()));
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
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
      boolean free = false;
      boolean there = false;
      try {
        free = channel.tryLock() != null;
        // The previous run may have removed the file with its folder; if so, try again.
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
        Files.deleteIfExists(file);
        made.remove();
      }
      channel.close();
    } catch (IOException e) {
      throw new OutputException(file, e);
    } finally {
      HELD.remove(file);
    }
  }

  private boolean holdsNothing() throws IOException {
    if (!Files.isDirectory(file.getParent())) {
      return false;
    }
    try (Stream<Path> files = Files.list(file.getParent())) {
      return files.allMatch(file::equals);
    }
  }
}
