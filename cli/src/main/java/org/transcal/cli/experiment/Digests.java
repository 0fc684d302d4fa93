package org.transcal.cli.experiment;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.transcal.io.dataset.DataSetFiles;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.Digest;

/** SHA-256 of text, files and data sets. */
final class Digests {
  private Digests() {}

  static String of(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    Digest digest = new Digest();
    digest.update(bytes, 0, bytes.length);
    return digest.hex();
  }

  static String of(Path file) {
    Digest digest = new Digest();
    byte[] buffer = new byte[1 << 16];
    try (InputStream in = Files.newInputStream(file)) {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        digest.update(buffer, 0, read);
      }
    } catch (IOException e) {
      throw ByteSource.unreadable(file, e);
    }
    return digest.hex();
  }

  /** Names count as much as contents: they say which domain or class a file belongs to. */
  static String ofDataSet(List<Path> data) {
    StringBuilder all = new StringBuilder();
    for (Path path : data) {
      if (Files.isDirectory(path)) {
        DataSetFiles.filesOf(path).forEach(file -> add(all, path.relativize(file), file));
      } else {
        add(all, path.getFileName(), path);
      }
      all.append('\n');
    }
    return of(all.toString());
  }

  /** The length before the name keeps any two lists of files apart. */
  private static void add(StringBuilder all, Path named, Path file) {
    String name = named.toString();
    all.append(name.length()).append(' ').append(name).append(' ').append(of(file)).append('\n');
  }
}
