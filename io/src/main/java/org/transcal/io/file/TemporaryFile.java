package org.transcal.io.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A file named {@code .transcal-PROCESS-NUMBER.tmp}, locked while it is written.
 *
 * <p>The lock ends with the process, so a file without one was left by a killed run.
 *
 * @param path where it is
 * @param channel to write to
 */
record TemporaryFile(Path path, FileChannel channel) {
  private static final Pattern NAME = Pattern.compile("\\.transcal-\\d{1,20}-\\d{1,20}\\.tmp");
  private static final Set<OpenOption> NEW_FILE =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);

  private static final AtomicLong COUNT = new AtomicLong();

  /** Files of this process; reopening one would release its lock (POSIX). */
  private static final Set<Path> OPEN = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> OPEN.forEach(TemporaryFile::tryDelete)));
  }

  /** Starts a file in a folder, with the given or default permissions. */
  static TemporaryFile in(Path folder, Optional<Set<PosixFilePermission>> permissions)
      throws IOException {
    FileAttribute<?>[] attributes =
        permissions.stream()
            .map(PosixFilePermissions::asFileAttribute)
            .toArray(FileAttribute[]::new);
    Path real = folder.toRealPath();
    long process = ProcessHandle.current().pid();
    while (true) {
      Path path = real.resolve(".transcal-" + process + "-" + COUNT.getAndIncrement() + ".tmp");
      OPEN.add(path);
      try {
        TemporaryFile file = new TemporaryFile(path, FileChannel.open(path, NEW_FILE, attributes));
        if (file.isOurs()) {
          if (permissions.isPresent()) {
            // The umask may have removed some.
            Files.setPosixFilePermissions(path, permissions.get());
          }
          return file;
        }
        file.delete();
      } catch (FileAlreadyExistsException e) {
        // A killed run whose process had the same number left it.
        OPEN.remove(path);
      } catch (IOException e) {
        tryDelete(path);
        OPEN.remove(path);
        throw e;
      }
    }
  }

  /** Locks the file, unless another run has just removed it as a stray one. */
  private boolean isOurs() {
    try {
      return channel.tryLock() != null && Files.exists(path);
    } catch (IOException e) {
      // Without locks no run removes the files of another.
      return true;
    }
  }

  /** Stops tracking the file, which has its final name now. */
  void moved() throws IOException {
    OPEN.remove(path);
    channel.close();
  }

  void delete() throws IOException {
    try {
      channel.close();
      Files.deleteIfExists(path);
    } finally {
      OPEN.remove(path);
    }
  }

  /** Removes files that killed runs left in a folder. */
  static void removeStray(Path folder) throws IOException {
    List<Path> named;
    try (Stream<Path> files = Files.list(folder.toRealPath())) {
      named = files.filter(file -> NAME.matcher(file.getFileName().toString()).matches()).toList();
    }
    for (Path file : named) {
      if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && !OPEN.contains(file)) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
            FileLock lock = channel.tryLock()) {
          if (lock != null) {
            Files.deleteIfExists(file);
          }
        } catch (IOException e) {
          // In use, or not ours to delete: keep it.
        }
      }
    }
  }

  private static void tryDelete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // The process ends; the next run removes it.
    }
  }
}
