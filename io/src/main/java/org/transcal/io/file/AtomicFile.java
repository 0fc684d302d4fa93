package org.transcal.io.file;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A file written whole or not at all: under a temporary name beside its own, then moved into place.
 *
 * <p>Closed without {@link #commit()}, it leaves nothing behind, not even the folders it made. A
 * target that is no regular file, such as {@code /dev/stdout}, is copied to at commit and never
 * replaced; a symbolic link is followed and stays one.
 */
public final class AtomicFile implements AutoCloseable {
  private static final int MOST_ATTEMPTS = 10_000;

  private final Path named;
  private final Path target;
  private final Path temporary;
  private final Deque<Path> madeFolders;
  private final FileChannel channel;
  private boolean committed;

  private AtomicFile(
      Path named, Path target, Path temporary, Deque<Path> madeFolders, FileChannel channel) {
    this.named = named;
    this.target = target;
    this.temporary = temporary;
    this.madeFolders = madeFolders;
    this.channel = channel;
  }

  /**
   * Writes a whole file.
   *
   * @throws OutputException where it cannot be written; then the old file, if any, is as it was
   */
  public static void write(Path file, byte[] content) {
    try (AtomicFile output = open(file)) {
      output.write(ByteBuffer.wrap(content));
      output.commit();
    }
  }

  /** Starts a file; missing parent folders are made. */
  public static AtomicFile open(Path file) {
    Deque<Path> madeFolders = new ArrayDeque<>();
    try {
      if (Files.isDirectory(file)) {
        throw new FileSystemException(file.toString(), null, "it is a folder");
      }
      boolean exists = Files.exists(file);
      Path target = exists ? file.toRealPath() : file.toAbsolutePath();
      boolean replaceable = !exists || Files.isRegularFile(target);
      Path folder =
          replaceable ? target.getParent() : Path.of(System.getProperty("java.io.tmpdir", "."));
      if (folder == null || target.getFileName() == null) {
        throw new FileSystemException(file.toString(), null, "it is a folder");
      }
      makeFolders(folder, madeFolders);
      return create(file, target, folder, madeFolders);
    } catch (IOException e) {
      removeFolders(madeFolders);
      throw new OutputException(file, e);
    }
  }

  private static AtomicFile create(Path named, Path target, Path folder, Deque<Path> madeFolders)
      throws IOException {
    for (int attempt = 0; ; attempt++) {
      String name =
          "." + target.getFileName() + "." + ProcessHandle.current().pid() + "-" + attempt + ".tmp";
      Path temporary = folder.resolve(name);
      try {
        FileChannel channel =
            FileChannel.open(
                temporary,
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
        if (temporary.getFileSystem() == FileSystems.getDefault()) {
          // Also when the process is interrupted; a no-op once the file has been moved.
          temporary.toFile().deleteOnExit();
        }
        return new AtomicFile(named, target, temporary, madeFolders, channel);
      } catch (FileAlreadyExistsException e) {
        if (attempt == MOST_ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  /** Writes at the current position. */
  public void write(ByteBuffer bytes) {
    try {
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    } catch (IOException e) {
      throw new OutputException(named, e);
    }
  }

  /** Writes over what stands at a position, such as a header known only at the end. */
  public void writeAt(long position, ByteBuffer bytes) {
    try {
      long at = position;
      while (bytes.hasRemaining()) {
        at += channel.write(bytes, at);
      }
    } catch (IOException e) {
      throw new OutputException(named, e);
    }
  }

  /** The file as a stream; closing the stream neither commits nor closes this file. */
  public OutputStream stream() {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes, offset, length);
        while (buffer.hasRemaining()) {
          channel.write(buffer);
        }
      }
    };
  }

  /** Moves the file into place. */
  public void commit() {
    try {
      if (Files.exists(target) && !Files.isRegularFile(target)) {
        copyToTarget();
        return;
      }
      channel.close();
      try {
        Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
      } catch (AtomicMoveNotSupportedException e) {
        Files.move(temporary, target, StandardCopyOption.REPLACE_EXISTING);
      }
      committed = true;
    } catch (IOException e) {
      throw new OutputException(named, e);
    }
  }

  private void copyToTarget() throws IOException {
    try (OutputStream output = Files.newOutputStream(target, StandardOpenOption.WRITE)) {
      channel.position(0);
      Channels.newInputStream(channel).transferTo(output);
    }
  }

  /** Removes whatever was not committed. */
  @Override
  public void close() {
    if (committed) {
      return;
    }
    try {
      channel.close();
      Files.deleteIfExists(temporary);
    } catch (IOException e) {
      // Nothing more can be done here, and the failure that led here says more.
    }
    removeFolders(madeFolders);
  }

  private static void makeFolders(Path folder, Deque<Path> made) throws IOException {
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

  private static void removeFolders(Deque<Path> made) {
    try {
      for (Path at : made) {
        Files.deleteIfExists(at);
      }
    } catch (IOException e) {
      // Somebody else put something there: it stays.
    }
  }
}
