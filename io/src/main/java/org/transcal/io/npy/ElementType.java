package org.transcal.io.npy;

import com.fasterxml.jackson.core.io.NumberOutput;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.transcal.io.file.InputException;

/**
 * How one element of an array is stored.
 *
 * @param kind what it is
 * @param bytes its length
 * @param order its byte order
 * @param unit the unit of a time, such as {@code ms}; empty for other kinds
 */
public record ElementType(Kind kind, int bytes, ByteOrder order, String unit) {
  private static final int LONGEST_TEXT = 1 << 20;
  private static final int LAST_YEAR = 9999;
  private static final LocalDateTime EPOCH = LocalDateTime.of(1970, 1, 1, 0, 0);

  /** How numpy stores NaT, not a time. */
  private static final long NOT_A_TIME = Long.MIN_VALUE;

  private static final Map<String, ChronoUnit> UNITS =
      Map.of(
          "D", ChronoUnit.DAYS,
          "h", ChronoUnit.HOURS,
          "m", ChronoUnit.MINUTES,
          "s", ChronoUnit.SECONDS,
          "ms", ChronoUnit.MILLIS,
          "us", ChronoUnit.MICROS,
          "ns", ChronoUnit.NANOS);

  private ElementType(Kind kind, int bytes, ByteOrder order) {
    this(kind, bytes, order, "");
  }

  /** What an element is. */
  public enum Kind {
    /** IEEE floating point of 2, 4 or 8 bytes. */
    FLOAT,
    /** Two's complement of 1, 2, 4 or 8 bytes. */
    SIGNED,
    /** Unsigned integer of 1, 2, 4 or 8 bytes. */
    UNSIGNED,
    /** One byte: 0 is false, anything else true. */
    BOOLEAN,
    /** Unicode text of a fixed number of code points, 4 bytes each, padded by zeros. */
    TEXT,
    /** Text of a fixed number of bytes, padded by zeros. */
    BYTES,
    /** A 64-bit count of units since 1970: days, or hours to nanoseconds. */
    DATETIME
  }

  /** Parses numpy's name of a type, such as {@code <f4}. */
  static ElementType parse(String where, String name) {
    ByteOrder order =
        name.startsWith("<")
            ? ByteOrder.LITTLE_ENDIAN
            : name.startsWith(">") ? ByteOrder.BIG_ENDIAN : ByteOrder.nativeOrder();
    String rest = name.replaceFirst("^[<>|=]", "");
    return switch (rest) {
      case "f2", "f4", "f8" -> numeric(Kind.FLOAT, rest, order);
      case "i1", "i2", "i4", "i8" -> numeric(Kind.SIGNED, rest, order);
      case "u1", "u2", "u4", "u8" -> numeric(Kind.UNSIGNED, rest, order);
      case "b1", "?" -> new ElementType(Kind.BOOLEAN, 1, order);
      default -> textOrTime(where, name, rest, order);
    };
  }

  private static ElementType numeric(ElementType.Kind kind, String name, ByteOrder order) {
    return new ElementType(kind, name.charAt(1) - '0', order);
  }

  private static ElementType textOrTime(String where, String name, String rest, ByteOrder order) {
    if (rest.startsWith("M8[") && UNITS.containsKey(rest.substring(3, rest.length() - 1))) {
      return new ElementType(Kind.DATETIME, 8, order, rest.substring(3, rest.length() - 1));
    }
    if (rest.startsWith("O")) {
      throw InputException.in(
          where,
          "holds Python objects (pickle), which are never loaded; save plain numbers or text"
              + " instead");
    }
    if (rest.matches("[US][0-9]{1,7}")) {
      int length = Integer.parseInt(rest.substring(1));
      if (length > 0 && length <= LONGEST_TEXT) {
        return rest.startsWith("U")
            ? new ElementType(Kind.TEXT, length * Integer.BYTES, order)
            : new ElementType(Kind.BYTES, length, order);
      }
    }
    throw InputException.in(
        where,
        "element type is %s; it must be f2, f4, f8, an integer of 1 to 8 bytes, bool, text (U or"
            + " S) or a time (M8 in days, hours, minutes, s, ms, us or ns)",
        InputException.quote(name));
  }

  /** Whether elements are numbers. */
  public boolean isNumeric() {
    return !isText() && kind != Kind.DATETIME;
  }

  /** Whether elements are texts. */
  public boolean isText() {
    return kind == Kind.TEXT || kind == Kind.BYTES;
  }

  /** Whether a float holds every value exactly. */
  public boolean isSinglePrecision() {
    return kind == Kind.FLOAT && bytes <= Float.BYTES;
  }

  /** Decodes elements into floats; for half and single precision only. */
  void decode(ByteBuffer source, float[] target, int at, int count) {
    source.order(order);
    int start = source.position();
    if (bytes == Float.BYTES) {
      source.asFloatBuffer().get(target, at, count);
    } else {
      for (int i = 0; i < count; i++) {
        target[at + i] = halfToFloat(source.getShort(start + 2 * i));
      }
    }
    source.position(start + count * bytes);
  }

  void decode(ByteBuffer source, double[] target, int at, int count) {
    source.order(order);
    int start = source.position();
    if (kind == Kind.FLOAT && bytes == Double.BYTES) {
      source.asDoubleBuffer().get(target, at, count);
    } else {
      NumberReader reader = numbers();
      for (int i = 0; i < count; i++) {
        target[at + i] = reader.read(source, start + i * bytes);
      }
    }
    source.position(start + count * bytes);
  }

  /** One element as text: numbers in their shortest form, times as in ISO 8601. */
  String text(String where, int row, ByteBuffer element) {
    element.order(order);
    return switch (kind) {
      case TEXT -> codePoints(where, row, element);
      case BYTES -> utf8(element);
      case DATETIME -> time(where, row, element.getLong());
      case SIGNED, UNSIGNED, FLOAT, BOOLEAN -> number(element);
    };
  }

  private String codePoints(String where, int row, ByteBuffer element) {
    int[] points = new int[bytes / Integer.BYTES];
    int length = 0;
    for (int i = 0; i < points.length; i++) {
      points[i] = element.getInt();
      if (!Character.isValidCodePoint(points[i])) {
        throw new InputException(where + ": text at row " + row + " is not valid Unicode");
      }
      length = points[i] == 0 ? length : i + 1;
    }
    return new String(points, 0, length);
  }

  private String utf8(ByteBuffer element) {
    byte[] text = new byte[bytes];
    element.get(text);
    int length = bytes;
    while (length > 0 && text[length - 1] == 0) {
      length--;
    }
    return new String(text, 0, length, StandardCharsets.UTF_8);
  }

  /** A double could not tell large integers apart. */
  private String number(ByteBuffer element) {
    if (bytes == Long.BYTES && kind != Kind.FLOAT) {
      long value = element.getLong();
      return kind == Kind.SIGNED ? Long.toString(value) : Long.toUnsignedString(value);
    }
    double value = numbers().read(element, 0);
    long whole = (long) value;
    return whole == value
        ? Long.toString(whole)
        : isSinglePrecision()
            ? NumberOutput.toString((float) value, true)
            : NumberOutput.toString(value, true);
  }

  /** A time in UTC; a day if it is stored as such. */
  private String time(String where, int row, long time) {
    ChronoUnit in = UNITS.get(unit);
    try {
      LocalDateTime moment = EPOCH.plus(time, in);
      if (time == NOT_A_TIME || moment.getYear() < 0 || moment.getYear() > LAST_YEAR) {
        throw new DateTimeException("beyond the years of ISO 8601");
      }
      return in == ChronoUnit.DAYS ? moment.toLocalDate().toString() : moment.toString();
    } catch (DateTimeException | ArithmeticException e) {
      throw InputException.in(
          where,
          "time at row %d is %s; it must be a time in the years 0 to %d",
          row,
          time == NOT_A_TIME ? "NaT" : Long.toString(time),
          LAST_YEAR);
    }
  }

  private interface NumberReader {
    double read(ByteBuffer source, int at);
  }

  private NumberReader numbers() {
    return switch (kind) {
      case FLOAT ->
          switch (bytes) {
            case 2 -> (s, at) -> halfToFloat(s.getShort(at));
            case 4 -> ByteBuffer::getFloat;
            default -> ByteBuffer::getDouble;
          };
      case SIGNED ->
          switch (bytes) {
            case 1 -> ByteBuffer::get;
            case 2 -> ByteBuffer::getShort;
            case 4 -> ByteBuffer::getInt;
            default -> ByteBuffer::getLong;
          };
      case UNSIGNED ->
          switch (bytes) {
            case 1 -> (s, at) -> s.get(at) & 0xff;
            case 2 -> (s, at) -> s.getShort(at) & 0xffff;
            case 4 -> (s, at) -> s.getInt(at) & 0xffffffffL;
            default -> (s, at) -> unsigned(s.getLong(at));
          };
      case BOOLEAN -> (s, at) -> s.get(at) == 0 ? 0 : 1;
      case TEXT, BYTES, DATETIME -> throw new IllegalStateException("Only numbers are decoded");
    };
  }

  /** Halved with a sticky last bit, so that doubling rounds once and correctly. */
  private static double unsigned(long value) {
    return value >= 0 ? value : ((value >>> 1) | (value & 1)) * 2.0;
  }

  /** IEEE half precision: 1 sign, 5 exponent and 10 fraction bits. */
  static float halfToFloat(short half) {
    int sign = (half & 0x8000) << 16;
    int exponent = (half >> 10) & 0x1f;
    int fraction = half & 0x3ff;
    if (exponent == 0) {
      // Zero or subnormal: fraction · 2^−24 is exact in a float.
      float magnitude = fraction * 0x1p-24f;
      return sign == 0 ? magnitude : -magnitude;
    }
    // 31 is infinity or NaN; the others move from bias 15 to bias 127.
    int widened = exponent == 0x1f ? 0xff : exponent + (127 - 15);
    return Float.intBitsToFloat(sign | (widened << 23) | (fraction << 13));
  }

  /** A readable name, such as {@code float32} or {@code text of 11}. */
  @Override
  public String toString() {
    return switch (kind) {
      case FLOAT -> "float" + 8 * bytes;
      case SIGNED -> "int" + 8 * bytes;
      case UNSIGNED -> "uint" + 8 * bytes;
      case BOOLEAN -> "bool";
      case TEXT -> "text of " + bytes / Integer.BYTES;
      case BYTES -> "text of " + bytes + " bytes";
      case DATETIME -> "datetime64[" + unit + "]";
    };
  }
}
