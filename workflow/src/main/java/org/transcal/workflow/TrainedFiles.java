package org.transcal.workflow;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.transcal.io.file.AtomicFile;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.Digest;
import org.transcal.io.file.OutputException;

/**
 * The list of task files trained by experiments, with their digests.
 *
 * <p>Only a listed file that is unchanged may be deleted.
 */
final class TrainedFiles {
  /** Replaces the digest while a file is being trained. */
  private static final String STARTED = "-";

  private final Path list;
  private final Path folder;

  /** The files of a folder, listed in a file with one name, tab and digest per line. */
  TrainedFiles(Path list, Path folder) {
    this.list = list;
    this.folder = folder;
  }

  /** Records that a file is about to be trained. */
  synchronized void start(Path file) {
    Map<String, String> digests = read();
    digests.put(file.getFileName().toString(), STARTED);
    write(digests);
  }

  /** Records the digest of a file that was {@link #start started}. */
  synchronized void finish(Path file) {
    Map<String, String> digests = read();
    if (digests.replace(file.getFileName().toString(), STARTED, Digest.of(file))) {
      write(digests);
    }
  }

  /** Whether a file is listed and unchanged. */
  synchronized boolean holds(Path file) {
    String digest = read().get(file.getFileName().toString());
    return folder.equals(file.getParent())
        && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        && Digest.of(file).equals(digest);
  }

  /** Deletes all listed, unchanged files, and the list. */
  synchronized void deleteAll() {
    for (String name : read().keySet()) {
      Path file = folder.resolve(name);
      if (holds(file)) {
        delete(file);
      }
    }
    delete(list);
  }

  /** A digest of everything that a result or file depends on. */
  static String key(Object... parts) {
    byte[] bytes =
        Arrays.stream(parts)
            .map(Object::toString)
            .collect(Collectors.joining("\n"))
            .getBytes(StandardCharsets.UTF_8);
    Digest digest = new Digest();
    digest.update(bytes, 0, bytes.length);
    return digest.hex();
  }

  private Map<String, String> read() {
    Map<String, String> digests = new TreeMap<>();
    if (Files.isRegularFile(list)) {
      try {
        for (String line : Files.readAllLines(list)) {
          String[] parts = line.split("\t", 2);
          if (parts.length == 2) {
            digests.put(parts[0], parts[1]);
          }
        }
      } catch (IOException e) {
        throw ByteSource.unreadable(list, e);
      }
    }
    return digests;
  }

  private void write(Map<String, String> digests) {
    String text =
        digests.entrySet().stream()
            .map(entry -> entry.getKey() + "\t" + entry.getValue() + "\n")
            .collect(Collectors.joining());
    AtomicFile.write(list, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Deletes a file if it exists. */
  static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new OutputException(file, e);
    }
  }
}
