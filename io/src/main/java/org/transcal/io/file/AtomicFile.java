package org.transcal.io.file;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Optional;
import java.util.Set;

/**
 * A file written whole or not at all: under a temporary name beside its own, then moved into place.
 *
 * <p>Closed without {@link #commit()}, it leaves nothing behind, not even the folders it made. An
 * existing file keeps its permissions; a symbolic link is followed and stays one, even if its
 * target does not exist yet; a target that is not a regular file, such as {@code /dev/stdout}, is
 * copied to at commit and never replaced.
 */
public final class AtomicFile implements AutoCloseable {
  private static final int MOST_LINKS = 40;

  private final Path named;
  private final Path target;
  private final TemporaryFile temporary;
  private final Folders folders;
  private boolean committed;

  private AtomicFile(Path named, Path target, TemporaryFile temporary, Folders folders) {
    this.named = named;
    this.target = target;
    this.temporary = temporary;
    this.folders = folders;
  }

  /**
   * Writes a whole file.
   *
   * @throws OutputException if it cannot be written; an existing file is then unchanged
   */
  public static void write(Path file, byte[] content) {
    try (AtomicFile output = open(file)) {
      output.write(ByteBuffer.wrap(content));
      output.commit();
    }
  }

  /** Starts a file; missing parent folders are made. */
  public static AtomicFile open(Path file) {
    Folders folders = new Folders();
    try {
      if (Files.isDirectory(file)) {
        throw new FileSystemException(file.toString(), null, "it is a folder");
      }
      Path target = Files.exists(file) ? file.toRealPath() : endOfLinks(file);
      boolean replaceable = !Files.exists(target) || Files.isRegularFile(target);
      Path folder =
          replaceable ? target.getParent() : Path.of(System.getProperty("java.io.tmpdir", "."));
      if (folder == null || target.getFileName() == null) {
        throw new FileSystemException(file.toString(), null, "it is a folder");
      }
      folders.make(folder);
      return new AtomicFile(file, target, TemporaryFile.in(folder, permissions(target)), folders);
    } catch (IOException e) {
      folders.remove();
      throw new OutputException(file, e);
    }
  }

  /** The path that symbolic links to a missing file lead to. */
  private static Path endOfLinks(Path file) throws IOException {
    Path at = file.toAbsolutePath();
    for (int links = 0; Files.isSymbolicLink(at); links++) {
      if (links == MOST_LINKS) {
        throw new FileSystemException(file.toString(), null, "its symbolic links form a loop");
      }
      at = at.resolveSibling(Files.readSymbolicLink(at));
    }
    return at;
  }

  private static Optional<Set<PosixFilePermission>> permissions(Path target) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(target, PosixFileAttributeView.class);
    return view == null || !Files.isRegularFile(target)
        ? Optional.empty()
        : Optional.of(view.readAttributes().permissions());
  }

  /** Writes at the current position. */
  public void write(ByteBuffer bytes) {
    try {
      while (bytes.hasRemaining()) {
        temporary.channel().write(bytes);
      }
    } catch (IOException e) {
      throw new OutputException(named, e);
    }
  }

  /** Overwrites the bytes at a position, such as a header known only at the end. */
  public void writeAt(long position, ByteBuffer bytes) {
    try {
      long at = position;
      while (bytes.hasRemaining()) {
        at += temporary.channel().write(bytes, at);
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
          temporary.channel().write(buffer);
        }
      }
    };
  }

  /** Moves the file into place once its bytes are on the disk. */
  public void commit() {
    try {
      if (Files.exists(target) && !Files.isRegularFile(target)) {
        copyToTarget();
        return;
      }
      temporary.channel().force(true);
      try {
        Files.move(temporary.path(), target, StandardCopyOption.ATOMIC_MOVE);
      } catch (AtomicMoveNotSupportedException e) {
        Files.move(temporary.path(), target, StandardCopyOption.REPLACE_EXISTING);
      }
      committed = true;
      temporary.moved();
      folders.sync(target.getParent());
    } catch (IOException e) {
      throw new OutputException(named, e);
    }
  }

  private void copyToTarget() throws IOException {
    try (OutputStream output = Files.newOutputStream(target, StandardOpenOption.WRITE)) {
      temporary.channel().position(0);
      Channels.newInputStream(temporary.channel()).transferTo(output);
    }
  }

  /** Removes whatever was not committed. */
  @Override
  public void close() {
    if (committed) {
      return;
    }
    try {
      temporary.delete();
    } catch (IOException e) {
      // Nothing more can be done here, and the failure that led here says more.
    }
    folders.remove();
  }
}
