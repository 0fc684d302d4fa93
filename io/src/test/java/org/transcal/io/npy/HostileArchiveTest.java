package org.transcal.io.npy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.transcal.io.example.NpyBytes;
import org.transcal.io.example.NpzBytes;
import org.transcal.io.file.Allocation;
import org.transcal.io.file.InputException;
import org.transcal.matrix.Matrix;

class HostileArchiveTest {
  private static final int MEMBER_SIGNATURE = 0x02014b50;
  private static final int END_SIGNATURE = 0x06054b50;
  private static final byte[] ARRAY = NpyBytes.floats(2, 1, 2, 3, 4);

  private static final Path FILE = NpzBytes.file(new byte[0]);

  private static NpzArchive open(byte[] bytes) {
    return NpzArchive.open(NpzBytes.file(bytes));
  }

  private static byte[] archive() {
    Map<String, byte[]> arrays = new TreeMap<>(Map.of("a", ARRAY, "b", ARRAY));
    return NpzBytes.stored(arrays);
  }

  /** Position of the n-th occurrence of a signature. */
  private static int find(byte[] bytes, int signature, int occurrence) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int seen = 0;
    for (int at = 0; at + 4 <= bytes.length; at++) {
      if (buffer.getInt(at) == signature && seen++ == occurrence) {
        return at;
      }
    }
    throw new IllegalArgumentException("no such signature");
  }

  private static ByteBuffer little(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  @Test
  void givenAnUntouchedArchive_thenItIsRead() {
    NpzArchive archive = open(archive());

    assertThat(archive.names()).containsExactly("a", "b");
    assertThat(archive.array("b").matrix().get(1, 1)).isEqualTo(4);
  }

  @Test
  void givenAnyTruncation_thenItIsRefused() {
    byte[] whole = archive();

    for (int length = 0; length < whole.length; length++) {
      byte[] part = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> open(part))
          .isInstanceOf(InputException.class)
          .hasMessageStartingWith(FILE + ": is a damaged .npz (zip) archive: ");
    }
  }

  @Test
  void givenTwoMembersOfOneName_thenTheyAreRefused() {
    byte[] bytes = archive();
    bytes[find(bytes, MEMBER_SIGNATURE, 1) + 46] = 'a';

    assertThatThrownBy(() -> open(bytes)).hasMessageContaining("two members named \"a.npy\"");
  }

  @Test
  void givenAPathInAName_thenItIsRefused() {
    byte[] bytes = NpzBytes.stored(Map.of("../../etc/x", ARRAY));

    assertThatThrownBy(() -> open(bytes))
        .hasMessageContaining("\"../../etc/x.npy\" has a path in its name");
  }

  @Test
  void givenAnEntryOfAFolder_thenItIsSkipped() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      zip.putNextEntry(new ZipEntry("sub/"));
      zip.putNextEntry(new ZipEntry("a.npy"));
      zip.write(ARRAY);
    }

    assertThat(open(bytes.toByteArray()).names()).containsExactly("a");
  }

  @Test
  void givenAnArrayInAFolder_thenTheMessageDoesNotCallTheArchiveDamaged() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      zip.putNextEntry(new ZipEntry("sub/a.npy"));
      zip.write(ARRAY);
    }

    assertThatThrownBy(() -> open(bytes.toByteArray()))
        .hasMessageContaining("the arrays of a .npz must not be in folders")
        .hasMessageNotContaining("damaged");
  }

  @Test
  void givenAnEncryptedMember_thenItIsRefused() {
    byte[] bytes = archive();
    bytes[find(bytes, MEMBER_SIGNATURE, 0) + 8] |= 1;

    assertThatThrownBy(() -> open(bytes).array("a"))
        .hasMessageStartingWith(FILE + ": is a damaged")
        .hasMessageContaining("encrypted entry");
  }

  @Test
  void givenAnUnknownMethod_thenItIsRefused() {
    byte[] bytes = archive();
    bytes[find(bytes, MEMBER_SIGNATURE, 0) + 10] = 12;

    assertThatThrownBy(() -> open(bytes).array("a"))
        .hasMessageContaining("bad compression method: 12");
  }

  @Test
  void givenMembersOverTheSameBytes_thenTheyAreRefused() {
    byte[] large = NpyBytes.floats(2, new double[1000]);
    byte[] bytes = NpzBytes.stored(new TreeMap<>(Map.of("a", large, "b", ARRAY)));
    ByteBuffer members = little(bytes);
    int first = find(bytes, MEMBER_SIGNATURE, 0);
    int second = find(bytes, MEMBER_SIGNATURE, 1);
    for (int field : new int[] {16, 20, 24, 42}) {
      members.putInt(second + field, members.getInt(first + field));
    }

    assertThatThrownBy(() -> open(bytes)).hasMessageContaining("overlaps another");
  }

  @Test
  void givenAWrongChecksum_thenItIsRefused() {
    byte[] bytes = archive();
    bytes[find(bytes, MEMBER_SIGNATURE, 0) + 16] ^= 1;

    assertThatThrownBy(() -> open(bytes).array("a").matrix())
        .hasMessage(FILE + ", array a: is damaged: it does not match its checksum");
  }

  @Test
  void givenAChangedValue_thenTheChecksumFails() {
    byte[] bytes = NpzBytes.stored(Map.of("a", ARRAY));
    bytes[30 + "a.npy".length() + ARRAY.length - 1] ^= 1;

    assertThatThrownBy(() -> open(bytes).array("a").matrix())
        .hasMessage(FILE + ", array a: is damaged: it does not match its checksum");
  }

  @Test
  void givenAStoredSizeThatLies_thenItIsRefused() {
    byte[] bytes = archive();
    int first = find(bytes, MEMBER_SIGNATURE, 0);
    little(bytes).putInt(first + 24, 1 << 30);

    assertThatThrownBy(() -> open(bytes).array("a"))
        .hasMessage(
            FILE
                + ", array a: says that "
                + ARRAY.length
                + " bytes inflate to 1073741824, which is impossible");
  }

  @Test
  void givenADeflatedSizeThatNoDeflateReaches_thenItIsRefused() {
    byte[] bytes = NpzBytes.deflated(Map.of("a", ARRAY));
    little(bytes).putInt(find(bytes, MEMBER_SIGNATURE, 0) + 24, 1 << 28);

    assertThatThrownBy(() -> open(bytes).array("a"))
        .hasMessageContaining("bytes inflate to 268435456, which is impossible");
  }

  @Test
  void givenADirectorySizeSmallerThanTheData_thenInflatingStopsThere() {
    byte[] shape = NpyBytes.array("<f4", "(1, 2)", new byte[4096]);
    byte[] bytes = NpzBytes.deflated(Map.of("a", shape));
    int said = shape.length - 4096 + 8;
    little(bytes).putInt(find(bytes, MEMBER_SIGNATURE, 0) + 24, said);

    assertThatThrownBy(() -> open(bytes).array("a").matrix())
        .hasMessage(
            FILE
                + ", array a: is damaged: it inflates to more than the "
                + said
                + " bytes it claims");
  }

  @Test
  void givenADirectorySizeLargerThanTheData_thenTheShortageIsNamed() {
    byte[] shape = NpyBytes.array("<f4", "(1, 2)", new byte[4]);
    byte[] bytes = NpzBytes.deflated(Map.of("a", shape));
    little(bytes).putInt(find(bytes, MEMBER_SIGNATURE, 0) + 24, shape.length + 4);

    assertThatThrownBy(() -> open(bytes).array("a").matrix())
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(FILE + ", array a: is damaged: it inflates to");
  }

  @Test
  void givenAZipBomb_thenItIsRefusedBeforeItInflates() {
    int mebibytes = 2000;
    byte[] bytes = NpzBytes.stored(Map.of("target_logits", deflatedZeros(mebibytes)));
    int member = find(bytes, MEMBER_SIGNATURE, 0);
    bytes[8] = ZipEntry.DEFLATED;
    bytes[member + 10] = ZipEntry.DEFLATED;
    little(bytes).putInt(member + 24, mebibytes << 20);

    assertThat(bytes.length).isLessThan(4 << 20);
    assertThatThrownBy(() -> open(bytes).array("target_logits"))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(FILE + ", array target_logits: says that ")
        .hasMessageContaining("inflate to 2097152000, which looks like a zip bomb");
  }

  @Test
  void givenArraysOfZerosThatTakeLittleMemory_thenTheyAreRead() {
    int count = 8 << 20;
    byte[] zeros = NpyBytes.array("|i1", "(" + count + ",)", new byte[count]);
    byte[] bytes = NpzBytes.deflated(Map.of("a", zeros));

    assertThat(bytes.length).isLessThan(count / 900);
    assertThat(open(bytes).array("a").vector()).hasSize(count).containsOnly(0);
  }

  @Test
  void givenManyArraysOfZeros_thenTogetherTheyMayNotFillTheMemory() {
    int count = (int) (NpzArchive.mostSuspectBytes() / 5 * 2);
    byte[] zeros = NpyBytes.array("|i1", "(" + count + ",)", new byte[count]);
    NpzArchive archive = open(NpzBytes.deflated(Map.of("a", zeros, "b", zeros, "c", zeros)));

    for (String name : List.of("a", "b", "a")) {
      assertThat(archive.array(name).header().dimension(0)).isEqualTo(count);
    }
    assertThatThrownBy(() -> archive.array("c"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("which looks like a zip bomb; if it is not, save the array")
        .hasMessageEndingWith("(numpy.savez)");
  }

  /** A mebibyte of zeros, deflated once and repeated: a full flush makes the parts independent. */
  private static byte[] deflatedZeros(int mebibytes) {
    Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION, true);
    deflater.setInput(new byte[1 << 20]);
    byte[] part = new byte[1 << 12];
    int length = deflater.deflate(part, 0, part.length, Deflater.FULL_FLUSH);
    deflater.end();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < mebibytes; i++) {
      bytes.write(part, 0, length);
    }
    bytes.writeBytes(new byte[] {3, 0});
    return bytes.toByteArray();
  }

  @Test
  void givenMoreThanMemoryHolds_thenItIsBadInputAndNoError() {
    // 600 MiB in a heap of 512: small enough not to be a suspect, too large to be held.
    long length = 600L << 20;

    assertThatThrownBy(() -> Allocation.bytes("x.npz, array a", length))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("x.npz, array a: needs 601 MiB of memory, more than is free of");
  }

  @Test
  void givenZip64RecordsThatAreNotNeeded_thenTheArchiveIsRead() {
    byte[] bytes = archive();
    int end = find(bytes, END_SIGNATURE, 0);
    ByteBuffer plain = little(bytes);
    ByteBuffer wide = ByteBuffer.allocate(bytes.length + 76).order(ByteOrder.LITTLE_ENDIAN);
    wide.put(bytes, 0, end);
    wide.putInt(0x06064b50).putLong(44).putShort((short) 45).putShort((short) 45);
    wide.putInt(0).putInt(0).putLong(2).putLong(2);
    wide.putLong(plain.getInt(end + 12)).putLong(plain.getInt(end + 16));
    wide.putInt(0x07064b50).putInt(0).putLong(end).putInt(1);
    wide.put(bytes, end, bytes.length - end);
    wide.putInt(end + 76 + 12, -1).putInt(end + 76 + 16, -1).putShort(end + 76 + 10, (short) -1);

    Matrix matrix = open(wide.array()).array("a").matrix();

    assertThat(matrix.get(0, 1)).isEqualTo(2);
  }

  @Test
  void givenSizesInTheZip64Extra_thenTheyAreUsed() {
    ByteBuffer wide = withExtra(ARRAY.length, ARRAY.length, 0);

    assertThat(open(wide.array()).array("a").matrix().get(1, 0)).isEqualTo(3);
  }

  @Test
  void givenImpossibleSizesInTheZip64Extra_thenTheyAreRefused() {
    byte[] negative = withExtra(-1, ARRAY.length, 0).array();
    byte[] beyond = withExtra(ARRAY.length, ARRAY.length, Long.MAX_VALUE).array();
    byte[] endless = withExtra(Long.MAX_VALUE, Long.MAX_VALUE, 0).array();

    for (byte[] bytes : List.of(negative, beyond, endless)) {
      assertThatThrownBy(() -> open(bytes).array("a"))
          .isInstanceOf(InputException.class)
          .hasMessageStartingWith(FILE + ": ");
    }
  }

  /** One stored member whose three directory values stand in the extra field. */
  private static ByteBuffer withExtra(long size, long compressed, long headerAt) {
    byte[] bytes = NpzBytes.stored(Map.of("a", ARRAY));
    int member = find(bytes, MEMBER_SIGNATURE, 0);
    int end = find(bytes, END_SIGNATURE, 0);
    ByteBuffer wide = ByteBuffer.allocate(bytes.length + 28).order(ByteOrder.LITTLE_ENDIAN);
    wide.put(bytes, 0, end);
    wide.putShort((short) 1).putShort((short) 24);
    wide.putLong(size).putLong(compressed).putLong(headerAt);
    wide.put(bytes, end, bytes.length - end);
    wide.putInt(member + 20, -1).putInt(member + 24, -1).putInt(member + 42, -1);
    wide.putShort(member + 30, (short) 28);
    wide.putInt(end + 28 + 12, wide.getInt(end + 28 + 12) + 28);
    return wide;
  }

  @Test
  void givenADirectoryThatIsNotThere_thenItIsRefused() {
    byte[] bytes = archive();
    int end = find(bytes, END_SIGNATURE, 0);
    little(bytes).putInt(end + 16, 7);

    assertThatThrownBy(() -> open(bytes).array("a"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("is damaged");
  }

  @Test
  void givenMembersThatAreNotArrays_thenTheyAreIgnored() {
    byte[] bytes = NpzBytes.stored(new TreeMap<>(Map.of("a", ARRAY, "readme.txt", ARRAY)));
    byte[] name = "readme.txt.npy".getBytes(StandardCharsets.US_ASCII);
    int member = find(bytes, MEMBER_SIGNATURE, 1) + 46;
    assertThat(Arrays.copyOfRange(bytes, member, member + name.length)).isEqualTo(name);
    bytes[member + name.length - 1] = 'x';

    assertThat(open(bytes).names()).containsExactly("a");
  }
}
