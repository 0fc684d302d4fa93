package org.transcal.onnx.graph;

import java.util.Arrays;
import java.util.Locale;

/** The type of a tensor's elements, with its number in ONNX files. */
public enum ElementType {
  FLOAT(1),
  UINT8(2),
  INT8(3),
  INT32(6),
  INT64(7),
  STRING(8),
  BOOL(9),
  FLOAT16(10),
  DOUBLE(11),
  BFLOAT16(16),
  /** Not declared, or a type without use here. */
  OTHER(0);

  private final int code;

  ElementType(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }

  public boolean isFloating() {
    return this == FLOAT || this == DOUBLE || this == FLOAT16 || this == BFLOAT16;
  }

  public static ElementType of(long code) {
    return Arrays.stream(values()).filter(type -> type.code == code).findFirst().orElse(OTHER);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
