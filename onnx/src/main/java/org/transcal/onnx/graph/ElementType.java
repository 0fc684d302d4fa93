package org.transcal.onnx.graph;

import java.util.Arrays;
import java.util.Locale;

/** What a tensor is made of, with the number that ONNX gives it. */
public enum ElementType {
  /** Single precision. */
  FLOAT(1),
  /** Unsigned bytes. */
  UINT8(2),
  /** Signed bytes. */
  INT8(3),
  /** 32-bit integers. */
  INT32(6),
  /** 64-bit integers. */
  INT64(7),
  /** Texts. */
  STRING(8),
  /** Truth values. */
  BOOL(9),
  /** Half precision. */
  FLOAT16(10),
  /** Double precision. */
  DOUBLE(11),
  /** The upper half of single precision. */
  BFLOAT16(16),
  /** Not said, no tensor, or a type we have no use for. */
  OTHER(0);

  private final int code;

  ElementType(int code) {
    this.code = code;
  }

  /** The number that stands for it in files. */
  public int code() {
    return code;
  }

  /** Whether it is one of the kinds of floating-point numbers that logits come in. */
  public boolean isFloating() {
    return this == FLOAT || this == DOUBLE || this == FLOAT16 || this == BFLOAT16;
  }

  /** The type of a number in a file. */
  public static ElementType of(long code) {
    return Arrays.stream(values()).filter(type -> type.code == code).findFirst().orElse(OTHER);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
