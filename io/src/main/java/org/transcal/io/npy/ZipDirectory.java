package org.transcal.io.npy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.transcal.io.file.Allocation;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;

/**
 * Reads the central directory of a zip archive that may be hostile.
 *
 * <p>Stricter than usual zip readers: one disk, nothing before the first member or after the
 * directory but its end records, no duplicate or overlapping members, no paths in names. Sizes come
 * from the directory, so data descriptors do not matter.
 */
final class ZipDirectory {
  private static final int END_SIGNATURE = 0x06054b50;
  private static final int END_BYTES = 22;
  private static final int LOCATOR_SIGNATURE = 0x07064b50;
  private static final int LOCATOR_BYTES = 20;
  private static final int END64_SIGNATURE = 0x06064b50;
  private static final int END64_BYTES = 56;
  private static final int MEMBER_SIGNATURE = 0x02014b50;
  private static final int MEMBER_BYTES = 46;
  static final int LOCAL_BYTES = 30;
  private static final int LONGEST_COMMENT = 0xffff;
  private static final long IN_EXTRA_INT = 0xffffffffL;
  private static final int IN_EXTRA_SHORT = 0xffff;
  private static final int EXTRA_64 = 1;
  private static final int UTF8_FLAG = 1 << 11;
  private static final long LARGEST = 16L << 20;

  private final ByteSource source;
  private final long size;

  private ZipDirectory(ByteSource source) throws IOException {
    this.source = source;
    this.size = source.size();
  }

  /** Where the directory is and how many members it lists. */
  private record Extent(long entries, long bytes, long at, long endsAt) {}

  static List<ZipMember> read(ByteSource source) throws IOException {
    ZipDirectory directory = new ZipDirectory(source);
    Extent extent = directory.extent();
    List<ZipMember> members = directory.members(extent);
    directory.requireApart(members, extent.at());
    return members.stream().filter(member -> !isFolder(member.name())).toList();
  }

  /** Folders have an entry of their own, without data; no array is in them. */
  private static boolean isFolder(String name) {
    return name.endsWith("/");
  }

  private Extent extent() throws IOException {
    if (size < END_BYTES) {
      throw damaged("it is too short");
    }
    int tailBytes = (int) Math.min(size, END_BYTES + LONGEST_COMMENT);
    ByteBuffer tail = bytes(size - tailBytes, tailBytes);
    for (int at = tailBytes - END_BYTES; at >= 0; at--) {
      boolean found =
          tail.getInt(at) == END_SIGNATURE
              && at + END_BYTES + Short.toUnsignedInt(tail.getShort(at + 20)) == tailBytes;
      if (found) {
        long endAt = size - tailBytes + at;
        int entries = Short.toUnsignedInt(tail.getShort(at + 10));
        long bytes = Integer.toUnsignedLong(tail.getInt(at + 12));
        long start = Integer.toUnsignedLong(tail.getInt(at + 16));
        boolean is64 =
            entries == IN_EXTRA_SHORT
                || bytes == IN_EXTRA_INT
                || start == IN_EXTRA_INT
                || hasLocator(tail, at);
        return checked(is64 ? extent64(endAt) : new Extent(entries, bytes, start, endAt));
      }
    }
    throw damaged("its end record is missing, so it is truncated or not a zip archive at all");
  }

  /** Some writers add the zip64 records although they are not needed. */
  private static boolean hasLocator(ByteBuffer tail, int endAt) {
    return endAt >= LOCATOR_BYTES && tail.getInt(endAt - LOCATOR_BYTES) == LOCATOR_SIGNATURE;
  }

  private Extent extent64(long endAt) throws IOException {
    long last = endAt - LOCATOR_BYTES - END64_BYTES;
    if (last >= 0) {
      ByteBuffer locator = bytes(endAt - LOCATOR_BYTES, LOCATOR_BYTES);
      long at = locator.getLong(8);
      if (locator.getInt(0) == LOCATOR_SIGNATURE && at >= 0 && at <= last) {
        ByteBuffer end = bytes(at, END64_BYTES);
        if (end.getInt(0) == END64_SIGNATURE) {
          return new Extent(end.getLong(32), end.getLong(40), end.getLong(48), at);
        }
      }
    }
    throw damaged("its zip64 end record is missing");
  }

  private Extent checked(Extent extent) {
    boolean fits =
        extent.bytes() >= 0
            && extent.bytes() <= LARGEST
            && extent.at() >= 0
            && extent.at() == extent.endsAt() - extent.bytes()
            && extent.entries() >= 0
            && extent.entries() <= extent.bytes() / MEMBER_BYTES;
    if (!fits) {
      throw damaged(
          "its end record claims %d members in %d bytes at %d, which are not there",
          extent.entries(), extent.bytes(), extent.at());
    }
    return extent;
  }

  private List<ZipMember> members(Extent extent) throws IOException {
    ByteBuffer directory = bytes(extent.at(), (int) extent.bytes());
    List<ZipMember> members = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (long i = 0; i < extent.entries(); i++) {
      ZipMember member = member(directory);
      if (!names.add(member.name())) {
        throw damaged("it has two members named %s", InputException.quote(member.name()));
      }
      members.add(member);
    }
    if (directory.hasRemaining()) {
      throw damaged("its directory is longer than its members");
    }
    return members;
  }

  private ZipMember member(ByteBuffer directory) {
    int at = directory.position();
    if (directory.remaining() < MEMBER_BYTES || directory.getInt(at) != MEMBER_SIGNATURE) {
      throw damaged("its directory has fewer members than it claims");
    }
    int nameBytes = Short.toUnsignedInt(directory.getShort(at + 28));
    int extraBytes = Short.toUnsignedInt(directory.getShort(at + 30));
    int commentBytes = Short.toUnsignedInt(directory.getShort(at + 32));
    int length = MEMBER_BYTES + nameBytes + extraBytes + commentBytes;
    if (directory.remaining() < length) {
      throw damaged("its directory ends within a member");
    }
    int flags = Short.toUnsignedInt(directory.getShort(at + 8));
    String name = name(directory.slice(at + MEMBER_BYTES, nameBytes), flags);
    ByteBuffer extra = directory.slice(at + MEMBER_BYTES + nameBytes, extraBytes);
    Extra64 extra64 = new Extra64(extra.order(ByteOrder.LITTLE_ENDIAN));
    long inflated = extra64.widened(directory.getInt(at + 24));
    long compressed = extra64.widened(directory.getInt(at + 20));
    long headerAt = extra64.widened(directory.getInt(at + 42));
    int disk = Short.toUnsignedInt(directory.getShort(at + 34));
    if (inflated < 0 || compressed < 0 || headerAt < 0 || disk != 0) {
      throw damaged("its member %s has impossible sizes", InputException.quote(name));
    }
    if (isFolder(name) && inflated != 0) {
      throw inFolder(name);
    }
    directory.position(at + length);
    return new ZipMember(
        name,
        flags,
        Short.toUnsignedInt(directory.getShort(at + 10)),
        Integer.toUnsignedLong(directory.getInt(at + 16)),
        compressed,
        inflated,
        headerAt);
  }

  private String name(ByteBuffer bytes, int flags) {
    Charset charset =
        (flags & UTF8_FLAG) != 0 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1;
    String name;
    try {
      name = charset.newDecoder().decode(bytes).toString();
    } catch (CharacterCodingException e) {
      throw damaged("a member's name is not valid text");
    }
    if (name.isEmpty() || name.indexOf(0) >= 0) {
      throw damaged("its member %s has no valid name", InputException.quote(name));
    }
    boolean isPath = name.indexOf('/') >= 0 || name.indexOf('\\') >= 0;
    if (isPath && !isFolder(name)) {
      throw inFolder(name);
    }
    return name;
  }

  private InputException inFolder(String name) {
    return InputException.in(
        source.name(),
        "its member %s has a path in its name; the arrays of a .npz must not be in folders",
        InputException.quote(name));
  }

  /** Eight-byte values in the extra field, which replace four-byte values that overflow. */
  private static final class Extra64 {
    private final ByteBuffer values;

    Extra64(ByteBuffer extra) {
      ByteBuffer found = ByteBuffer.allocate(0);
      while (extra.remaining() >= 4) {
        int id = Short.toUnsignedInt(extra.getShort());
        int length = Math.min(Short.toUnsignedInt(extra.getShort()), extra.remaining());
        if (id == EXTRA_64) {
          found = extra.slice(extra.position(), length).order(ByteOrder.LITTLE_ENDIAN);
        }
        extra.position(extra.position() + length);
      }
      values = found;
    }

    /** The value itself, or the next one in the extra field; −1 if there is none left. */
    long widened(int value) {
      long unsigned = Integer.toUnsignedLong(value);
      if (unsigned != IN_EXTRA_INT) {
        return unsigned;
      }
      return values.remaining() >= Long.BYTES ? values.getLong() : -1;
    }
  }

  /** Members that share bytes let a small archive inflate to any size. */
  private void requireApart(List<ZipMember> members, long directoryAt) {
    List<ZipMember> ordered = new ArrayList<>(members);
    ordered.sort(Comparator.comparingLong(ZipMember::headerAt));
    long free = 0;
    for (ZipMember member : ordered) {
      boolean fits =
          member.headerAt() >= free
              && member.headerAt() <= directoryAt - LOCAL_BYTES
              && member.compressedSize() <= directoryAt - LOCAL_BYTES - member.headerAt();
      if (!fits) {
        throw damaged(
            "its member %s overlaps another or reaches past the archive's end",
            InputException.quote(member.name()));
      }
      free = member.headerAt() + LOCAL_BYTES + member.compressedSize();
    }
  }

  private ByteBuffer bytes(long at, int length) throws IOException {
    ByteBuffer bytes =
        ByteBuffer.wrap(Allocation.bytes(source.name().toString(), length))
            .order(ByteOrder.LITTLE_ENDIAN);
    source.readFully(at, bytes);
    return bytes.flip();
  }

  private InputException damaged(String problem, Object... values) {
    return InputException.in(source.name(), "is a damaged .npz (zip) archive: " + problem, values);
  }
}
