package org.transcal.io.npy;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.transcal.io.file.ByteSource;

/** The bytes of one {@code .npy}, a file or an archive member, with the size that it claims. */
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

  /** Whether the bytes are stored uncompressed. */
  boolean isContiguous() {
    return member.filter(entry -> entry.method() != ZipMember.STORED).isEmpty();
  }
}
