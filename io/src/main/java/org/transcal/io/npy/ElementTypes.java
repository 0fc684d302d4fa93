package org.transcal.io.npy;

import java.nio.ByteOrder;
import org.transcal.io.file.InputException;

/** numpy's short names of element types, such as {@code <f4}. */
final class ElementTypes {
  private static final int LONGEST_TEXT = 1 << 20;

  private ElementTypes() {}

  /**
   * Reads a type's name.
   *
   * @param where names the array in messages
   */
  static ElementType parse(String where, String name) {
    int at = 0;
    ByteOrder order = ByteOrder.nativeOrder();
    if (!name.isEmpty() && "<>|=".indexOf(name.charAt(0)) >= 0) {
      at = 1;
      order =
          switch (name.charAt(0)) {
            case '<' -> ByteOrder.LITTLE_ENDIAN;
            case '>' -> ByteOrder.BIG_ENDIAN;
            default -> order;
          };
    }
    String rest = name.substring(at);
    return switch (rest) {
      case "f2", "f4", "f8" -> numeric(ElementType.Kind.FLOAT, rest, order);
      case "i1", "i2", "i4", "i8" -> numeric(ElementType.Kind.SIGNED, rest, order);
      case "u1", "u2", "u4", "u8" -> numeric(ElementType.Kind.UNSIGNED, rest, order);
      case "b1", "?" -> new ElementType(ElementType.Kind.BOOLEAN, 1, order);
      default -> text(where, name, rest, order);
    };
  }

  private static ElementType numeric(ElementType.Kind kind, String name, ByteOrder order) {
    return new ElementType(kind, name.charAt(1) - '0', order);
  }

  private static ElementType text(String where, String name, String rest, ByteOrder order) {
    if (rest.startsWith("O")) {
      throw new InputException(
          where
              + ": holds Python objects (pickle), which are never loaded; save plain numbers or"
              + " text instead");
    }
    if (rest.matches("U[0-9]{1,7}")) {
      int length = Integer.parseInt(rest.substring(1));
      if (length > 0 && length <= LONGEST_TEXT) {
        return new ElementType(ElementType.Kind.TEXT, length * Integer.BYTES, order);
      }
    }
    throw new InputException(
        where
            + ": element type is "
            + InputException.quote(name)
            + "; it must be f2, f4, f8, an integer of 1 to 8 bytes, bool or text (U)");
  }
}
