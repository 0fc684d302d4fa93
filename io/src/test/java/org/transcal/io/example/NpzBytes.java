package org.transcal.io.example;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** The bytes of {@code .npz} archives made by the platform's own zip writer. */
public final class NpzBytes {
  private static final Path FILE = temporary();

  private NpzBytes() {}

  /** Deflated members. */
  public static byte[] deflated(Map<String, byte[]> arrays) {
    return archive(arrays, ZipEntry.DEFLATED);
  }

  /** Stored members. */
  public static byte[] stored(Map<String, byte[]> arrays) {
    return archive(arrays, ZipEntry.STORED);
  }

  /** A temporary file with these bytes, the same file for every call. */
  public static Path file(byte[] bytes) {
    try {
      // Archives that are still open keep the previous file.
      Files.deleteIfExists(FILE);
      Files.write(FILE, bytes);
      return FILE;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path temporary() {
    try {
      Path file = Files.createTempFile("archive", ".npz");
      file.toFile().deleteOnExit();
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] archive(Map<String, byte[]> arrays, int method) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, byte[]> array : arrays.entrySet()) {
        ZipEntry entry = new ZipEntry(array.getKey() + ".npy");
        entry.setMethod(method);
        if (method == ZipEntry.STORED) {
          CRC32 checksum = new CRC32();
          checksum.update(array.getValue());
          entry.setCrc(checksum.getValue());
          entry.setSize(array.getValue().length);
        }
        zip.putNextEntry(entry);
        zip.write(array.getValue());
        zip.closeEntry();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
