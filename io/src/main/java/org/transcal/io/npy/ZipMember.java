package org.transcal.io.npy;

/**
 * What an archive's directory says about a member.
 *
 * @param name its name
 * @param flags general purpose flags
 * @param method how it is compressed: 0 stored, 8 deflated
 * @param checksum CRC-32 of its bytes
 * @param compressedSize bytes in the archive
 * @param size bytes when inflated
 * @param headerAt where its local header starts
 */
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
