package org.transcal.io.experiment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** Values as tab-separated fields of one line, which read back exactly. */
final class FieldText {
  private static final String NONE = "";

  private final List<String> fields = new ArrayList<>();

  FieldText text(String value) {
    fields.add(value);
    return this;
  }

  FieldText number(double value) {
    return text(Double.toString(value));
  }

  FieldText number(OptionalDouble value) {
    return value.isPresent() ? number(value.getAsDouble()) : text(NONE);
  }

  FieldText integer(long value) {
    return text(Long.toString(value));
  }

  FieldText numbers(double[] values) {
    return text(Arrays.stream(values).mapToObj(Double::toString).collect(Collectors.joining(" ")));
  }

  String line() {
    return fields.stream().map(FieldText::escaped).collect(Collectors.joining("\t"));
  }

  private static String escaped(String value) {
    return value
        .replace("\\", "\\\\")
        .replace("\t", "\\t")
        .replace("\n", "\\n")
        .replace("\r", "\\r");
  }

  /** Reads the fields of a line in order. */
  static final class Reader {
    private final Iterator<String> fields;

    Reader(String line) {
      fields = Arrays.stream(line.split("\t", -1)).map(Reader::plain).iterator();
    }

    private static String plain(String field) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < field.length(); i++) {
        char c = field.charAt(i);
        if (c == '\\' && i + 1 < field.length()) {
          char next = field.charAt(++i);
          text.append(next == 't' ? '\t' : next == 'n' ? '\n' : next == 'r' ? '\r' : next);
        } else {
          text.append(c);
        }
      }
      return text.toString();
    }

    String text() {
      return fields.next();
    }

    double number() {
      return Double.parseDouble(text());
    }

    OptionalDouble optionalNumber() {
      String field = text();
      return field.isEmpty()
          ? OptionalDouble.empty()
          : OptionalDouble.of(Double.parseDouble(field));
    }

    long integer() {
      return Long.parseLong(text());
    }

    double[] numbers() {
      String field = text();
      return field.isEmpty()
          ? new double[0]
          : Arrays.stream(field.split(" ")).mapToDouble(Double::parseDouble).toArray();
    }
  }
}
