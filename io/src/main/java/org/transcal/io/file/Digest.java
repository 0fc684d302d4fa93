package org.transcal.io.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.SortedMap;
import org.transcal.matrix.Matrix;

/** Incremental SHA-256. */
public final class Digest {
  private final MessageDigest sha256;

  /** Starts a digest. */
  public Digest() {
    try {
      sha256 = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }

  /** Adds bytes. */
  public void update(byte[] bytes, int offset, int length) {
    sha256.update(bytes, offset, length);
  }

  /** Adds what remains of a buffer. */
  public void update(ByteBuffer bytes) {
    sha256.update(bytes);
  }

  /** Adds a text and its length, so that different sequences of texts have different digests. */
  public void update(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    sha256.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).flip());
    sha256.update(bytes);
  }

  /** The digest of a file's content. */
  public static String of(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      return of(in);
    } catch (IOException e) {
      throw ByteSource.unreadable(file, e);
    }
  }

  /** The digest of all that a stream holds. */
  public static String of(InputStream in) throws IOException {
    Digest digest = new Digest();
    byte[] buffer = new byte[1 << 16];
    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
      digest.update(buffer, 0, read);
    }
    return digest.hex();
  }

  /** The digest of a matrix: of the data of a .npy file that holds it. */
  public static String of(Matrix matrix) {
    Digest digest = new Digest();
    double[] row = new double[matrix.columns()];
    boolean isSingle = matrix instanceof Matrix.OfFloats;
    int width = isSingle ? Float.BYTES : Double.BYTES;
    ByteBuffer bytes = ByteBuffer.allocate(row.length * width).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < matrix.rows(); i++) {
      matrix.copyRow(i, row);
      bytes.clear();
      for (double value : row) {
        if (isSingle) {
          bytes.putFloat((float) value);
        } else {
          bytes.putDouble(value);
        }
      }
      digest.update(bytes.flip());
    }
    return digest.hex();
  }

  /** The digest of integers: of the data of a .npy file of type {@code <i4}. */
  public static String of(int... values) {
    ByteBuffer bytes = ByteBuffer.allocate(Math.multiplyExact(values.length, Integer.BYTES));
    bytes.order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().put(values);
    Digest digest = new Digest();
    digest.update(bytes);
    return digest.hex();
  }

  /** The digest of named parts, given their own digests. */
  public static String of(SortedMap<String, String> parts) {
    Digest digest = new Digest();
    parts.forEach(
        (name, hex) -> {
          digest.update(name);
          digest.update(hex);
        });
    return digest.hex();
  }

  /** The digest in hexadecimal; resets this object. */
  public String hex() {
    return HexFormat.of().formatHex(sha256.digest());
  }
}
