package org.transcal.io.npy;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.OptionalLong;
import org.transcal.io.file.ByteSource;

/**
 * The bytes of one {@code .npy}: a file of its own or a member of an archive.
 *
 * @param source what the bytes are read from
 * @param where names the array in messages
 * @param at position of the first byte in the source
 * @param size number of bytes; for a member, what its archive claims
 * @param member the archive's entry, if the array is in one
 */
record Content(ByteSource source, String where, long at, long size, Optional<ZipMember> member) {
  static Content ofFile(ByteSource source) throws IOException {
    return new Content(source, source.name().toString(), 0, source.size(), Optional.empty());
  }

  /** All bytes; a member's stream checks its length and checksum when it reaches the end. */
  InputStream open() {
    return member.isPresent()
        ? new MemberStream(where, member.get(), source.stream(at, member.get().compressedSize()))
        : source.stream(at, size);
  }

  /** Position of the first byte in the source, unless the bytes are compressed. */
  OptionalLong contiguousAt() {
    boolean deflated = member.filter(entry -> entry.method() != ZipMember.STORED).isPresent();
    return deflated ? OptionalLong.empty() : OptionalLong.of(at);
  }
}
