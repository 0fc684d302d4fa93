package org.transcal.io.npy;

/** What an archive's directory says about a member; {@code size} is its inflated size. */
record ZipMember(
    String name,
    int flags,
    int method,
    long checksum,
    long compressedSize,
    long size,
    long headerAt) {
  static final int STORED = 0;
  static final int DEFLATED = 8;
  private static final int ENCRYPTED = 1;

  boolean isEncrypted() {
    return (flags & ENCRYPTED) != 0;
  }
}
