package org.transcal.io.npy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.Digest;
import org.transcal.io.file.InputException;

/** A {@code .npz} file: named arrays in a zip archive. Other members are ignored. */
public final class NpzArchive implements AutoCloseable {
  private static final String SUFFIX = ".npy";

  /** The best compression ratio of deflate; a higher one is impossible. */
  private static final long BEST_RATIO = 1032;

  /** Only zip bombs and arrays of few distinct values compress better than this. */
  private static final long SUSPECT_RATIO = 200;

  /** The total size of such arrays, however much memory there is. */
  private static final long MOST_SUSPECT_BYTES = 1L << 30;

  /** They may use 1/n of the heap; one-byte numbers grow eightfold when read. */
  private static final int SUSPECT_PART = 8;

  private final Path file;
  private final ZipFile zip;
  private final Map<String, ZipEntry> members = new TreeMap<>();
  private final Set<String> suspects = new TreeSet<>();
  private long suspectBytes;

  private NpzArchive(Path file, ZipFile zip) {
    this.file = file;
    this.zip = zip;
  }

  /** Opens an archive and reads its directory. */
  public static NpzArchive open(Path file) {
    return ByteSource.read(
        file,
        source -> {
          try {
            ZipFile zip = new ZipFile(file.toFile(), StandardCharsets.ISO_8859_1);
            try {
              NpzArchive archive = new NpzArchive(file, zip);
              archive.readDirectory(source.size());
              return archive;
            } catch (IOException | RuntimeException e) {
              zip.close();
              throw e;
            }
          } catch (ZipException | IllegalArgumentException e) {
            throw new InputException(damaged(file) + e.getMessage(), e);
          } catch (OutOfMemoryError e) {
            // Only the array for the archive's directory failed, so nothing else is affected.
            throw new InputException(damaged(file) + "its directory is too large", e);
          }
        });
  }

  private static String damaged(Path file) {
    return file + ": is a damaged .npz (zip) archive: ";
  }

  private void readDirectory(long size) {
    Set<String> names = new HashSet<>();
    long free = size;
    for (ZipEntry member : Collections.list(zip.entries())) {
      String name = member.getName();
      if (!names.add(name)) {
        throw new InputException(
            damaged(file) + "it has two members named " + InputException.quote(name));
      }
      boolean isPath = name.indexOf('/') >= 0 || name.indexOf('\\') >= 0;
      if (isPath && (!member.isDirectory() || member.getSize() != 0)) {
        throw InputException.in(
            file,
            "its member %s has a path in its name; the arrays of a .npz must not be in folders",
            InputException.quote(name));
      }
      // Members that share bytes would let a small archive inflate to any size.
      free -= member.getCompressedSize();
      if (member.getCompressedSize() < 0 || member.getSize() < 0 || free < 0) {
        throw new InputException(
            damaged(file)
                + "its member "
                + InputException.quote(name)
                + " overlaps another or reaches past the archive's end");
      }
      if (name.endsWith(SUFFIX)) {
        members.put(name.substring(0, name.length() - SUFFIX.length()), member);
      }
    }
  }

  /** Names of the arrays, sorted. */
  public Set<String> names() {
    return Collections.unmodifiableSet(members.keySet());
  }

  /** The archive's file. */
  public Path file() {
    return file;
  }

  /** An array; its header is read now, its data when asked for, while the archive is open. */
  public NpyArray array(String name) {
    ZipEntry member = members.get(name);
    if (member == null) {
      throw InputException.in(
          file,
          "has no array %s; it has %s",
          InputException.quote(name),
          InputException.list(members.keySet()));
    }
    String where = file + ", array " + name;
    return NpyArray.in(content(member, where), where);
  }

  private Content content(ZipEntry member, String where) {
    requireReadable(member, where);
    return new Content(
        file,
        member.getSize(),
        member.getMethod() == ZipEntry.STORED,
        position -> {
          InputStream bytes = zip.getInputStream(member);
          if (position == 0) {
            return new MemberStream(where, member, bytes);
          }
          bytes.skipNBytes(position);
          return bytes;
        });
  }

  /** What {@link NpzWriter#digest} gives for all arrays of this archive but one. */
  public String digestWithout(String array) {
    SortedMap<String, String> digests = new TreeMap<>();
    for (Map.Entry<String, ZipEntry> each : members.entrySet()) {
      if (!each.getKey().equals(array)) {
        Content content = content(each.getValue(), file + ", array " + each.getKey());
        try (InputStream bytes = content.opening().from(0)) {
          digests.put(each.getKey(), Digest.of(bytes));
        } catch (IOException e) {
          throw ByteSource.unreadable(file, e);
        }
      }
    }
    return Digest.of(digests);
  }

  private void requireReadable(ZipEntry member, String where) {
    long size = member.getSize();
    long compressed = member.getCompressedSize();
    // Compressed sizes are bounded by the file, so the product cannot overflow.
    boolean possible =
        member.getMethod() == ZipEntry.STORED
            ? size == compressed
            : size <= (compressed + 1) * BEST_RATIO;
    boolean suspect = size / SUSPECT_RATIO > compressed;
    if (!possible || (suspect && !isBearable(member))) {
      throw InputException.in(
          where,
          "says that %s bytes inflate to %s%s",
          compressed,
          size,
          possible
              ? ", which looks like a zip bomb; if it is not, save the array uncompressed"
                  + " (numpy.savez)"
              : ", which is impossible");
    }
  }

  /** Counts an array that inflates suspiciously well, once. */
  private synchronized boolean isBearable(ZipEntry member) {
    if (!suspects.contains(member.getName())) {
      if (member.getSize() > mostSuspectBytes() - suspectBytes) {
        return false;
      }
      suspects.add(member.getName());
      suspectBytes += member.getSize();
    }
    return true;
  }

  static long mostSuspectBytes() {
    return Math.min(MOST_SUSPECT_BYTES, Runtime.getRuntime().maxMemory() / SUSPECT_PART);
  }

  @Override
  public void close() {
    try {
      zip.close();
    } catch (IOException e) {
      throw ByteSource.unreadable(file, e);
    }
  }
}
