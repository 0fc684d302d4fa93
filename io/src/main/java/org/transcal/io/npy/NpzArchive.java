package org.transcal.io.npy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.Digest;
import org.transcal.io.file.InputException;

/** A {@code .npz} file: named arrays in a zip archive. Other members are ignored. */
public final class NpzArchive implements AutoCloseable {
  private static final String SUFFIX = ".npy";
  private static final int LOCAL_SIGNATURE = 0x04034b50;

  /** The best compression ratio of deflate; a higher one is impossible. */
  private static final long BEST_RATIO = 1032;

  /** Only zip bombs and arrays of few distinct values compress better than this. */
  private static final long SUSPECT_RATIO = 200;

  /** The total size of such arrays, however much memory there is. */
  private static final long MOST_SUSPECT_BYTES = 1L << 30;

  /** They may use 1/n of the heap; one-byte numbers grow eightfold when read. */
  private static final int SUSPECT_PART = 8;

  private final ByteSource source;
  private final Map<String, ZipMember> members;
  private final Set<String> suspects = new TreeSet<>();
  private long suspectBytes;

  private NpzArchive(ByteSource source, Map<String, ZipMember> members) {
    this.source = source;
    this.members = members;
  }

  /** Opens an archive. */
  public static NpzArchive open(Path file) {
    ByteSource source = ByteSource.open(file);
    try {
      return in(source);
    } catch (InputException e) {
      source.shut();
      throw e;
    }
  }

  /** Reads the directory of an archive, which then owns the source. */
  public static NpzArchive in(ByteSource source) {
    Map<String, ZipMember> members = new TreeMap<>();
    for (ZipMember member : source.read(ZipDirectory::read)) {
      if (member.name().endsWith(SUFFIX)) {
        String name = member.name();
        members.put(name.substring(0, name.length() - SUFFIX.length()), member);
      }
    }
    return new NpzArchive(source, members);
  }

  /** Names of the arrays, sorted. */
  public Set<String> names() {
    return Collections.unmodifiableSet(members.keySet());
  }

  /** The archive's file. */
  public Path file() {
    return source.name();
  }

  /** An array; its header is read now, its data when asked for, while the archive is open. */
  public NpyArray array(String name) {
    ZipMember member = members.get(name);
    if (member == null) {
      throw InputException.in(
          source.name(),
          "has no array %s; it has %s",
          InputException.quote(name),
          InputException.list(members.keySet()));
    }
    return source.read(bytes -> NpyArray.of(content(name, member)));
  }

  private Content content(String name, ZipMember member) throws IOException {
    String where = source.name() + ", array " + name;
    requireReadable(member, where);
    return new Content(source, where, dataAt(member, where), member.size(), Optional.of(member));
  }

  private String digest(String name, ZipMember member) throws IOException {
    try (InputStream bytes = content(name, member).open()) {
      return Digest.of(bytes);
    }
  }

  /** What {@link NpzWriter#digest} gives for all arrays of this archive but one. */
  public String digestWithout(String array) {
    SortedMap<String, String> digests = new TreeMap<>();
    members.forEach(
        (name, member) -> {
          if (!name.equals(array)) {
            digests.put(name, source.read(bytes -> digest(name, member)));
          }
        });
    return Digest.of(digests);
  }

  private void requireReadable(ZipMember member, String where) {
    if (member.isEncrypted()) {
      throw new InputException(where + ": is encrypted; it must not be");
    }
    if (member.method() != ZipMember.STORED && member.method() != ZipMember.DEFLATED) {
      throw InputException.in(
          where,
          "is compressed by zip method %d; it must be stored (0) or deflated (8)",
          member.method());
    }
    // Compressed sizes are bounded by the file, so the product cannot overflow.
    boolean possible =
        member.method() == ZipMember.STORED
            ? member.size() == member.compressedSize()
            : member.size() <= (member.compressedSize() + 1) * BEST_RATIO;
    boolean suspect = member.size() / SUSPECT_RATIO > member.compressedSize();
    if (!possible || (suspect && !isBearable(member))) {
      throw InputException.in(
          where,
          "says that %s bytes inflate to %s%s",
          member.compressedSize(),
          member.size(),
          possible
              ? ", which looks like a zip bomb; if it is not, save the array uncompressed"
                  + " (numpy.savez)"
              : ", which is impossible");
    }
  }

  /** Counts an array that inflates suspiciously well, once. */
  private synchronized boolean isBearable(ZipMember member) {
    if (!suspects.contains(member.name())) {
      if (member.size() > mostSuspectBytes() - suspectBytes) {
        return false;
      }
      suspects.add(member.name());
      suspectBytes += member.size();
    }
    return true;
  }

  static long mostSuspectBytes() {
    return Math.min(MOST_SUSPECT_BYTES, Runtime.getRuntime().maxMemory() / SUSPECT_PART);
  }

  private long dataAt(ZipMember member, String where) throws IOException {
    ByteBuffer local = ByteBuffer.allocate(ZipDirectory.LOCAL_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    source.readFully(member.headerAt(), local);
    int nameBytes = Short.toUnsignedInt(local.getShort(26));
    int extraBytes = Short.toUnsignedInt(local.getShort(28));
    long dataAt = member.headerAt() + ZipDirectory.LOCAL_BYTES + nameBytes + extraBytes;
    if (local.getInt(0) != LOCAL_SIGNATURE
        || Short.toUnsignedInt(local.getShort(8)) != member.method()
        || member.compressedSize() > source.size() - dataAt) {
      throw new InputException(where + ": is damaged: its local header does not fit");
    }
    return dataAt;
  }

  @Override
  public void close() {
    source.shut();
  }
}
