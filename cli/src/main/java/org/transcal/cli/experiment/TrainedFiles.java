package org.transcal.cli.experiment;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.transcal.io.file.AtomicFile;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.Digest;
import org.transcal.io.file.OutputException;

/**
 * The list of task files that experiments trained into a folder, with their digests.
 *
 * <p>Only a file that is on the list and as it was written may be deleted.
 */
final class TrainedFiles {
  /** In place of a digest while a file is being trained. */
  private static final String STARTED = "-";

  private final Path list;
  private final Path folder;

  /**
   * The files of a folder.
   *
   * @param list where they are listed: name, tab, digest
   */
  TrainedFiles(Path list, Path folder) {
    this.list = list;
    this.folder = folder;
  }

  /** Notes that a file is about to be made. */
  synchronized void start(Path file) {
    Map<String, String> digests = read();
    digests.put(file.getFileName().toString(), STARTED);
    write(digests);
  }

  /** Notes the digest of a file that was {@link #start started} and is there. */
  synchronized void finish(Path file) {
    Map<String, String> digests = read();
    if (digests.replace(file.getFileName().toString(), STARTED, Digest.of(file))) {
      write(digests);
    }
  }

  /** Whether the file is one of ours, as it was written. */
  synchronized boolean holds(Path file) {
    String digest = read().get(file.getFileName().toString());
    return folder.equals(file.getParent())
        && digest != null
        && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        && (digest.equals(STARTED) || digest.equals(Digest.of(file)));
  }

  /** Deletes every file that {@link #holds} and empties the list. */
  synchronized void deleteAll() {
    for (String name : read().keySet()) {
      Path file = folder.resolve(name);
      if (holds(file)) {
        delete(file);
      }
    }
    delete(list);
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

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new OutputException(file, e);
    }
  }
}
