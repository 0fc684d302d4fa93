package org.transcal.cli.plan;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.transcal.cli.terminal.Message;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;

/**
 * A node of a YAML file with its line: a text, a list or a map.
 *
 * <p>Numbers stay text, so that a name such as {@code 1e3} is kept as written. Anchors and aliases
 * are rejected, since a few lines of them can expand to gigabytes.
 */
final class PlanNode {
  private static final long LARGEST_FILE = 1 << 20;
  private static final int DEEPEST = 20;

  private final Path file;
  private final int line;
  private final Object value;

  private PlanNode(Path file, int line, Object value) {
    this.file = file;
    this.line = line;
    this.value = value;
  }

  static PlanNode read(Path file) {
    try {
      if (!Files.isRegularFile(file)) {
        throw InputException.in(file, "there is no such file");
      }
      if (Files.size(file) > LARGEST_FILE) {
        throw InputException.in(file, "is larger than 1 MB, the limit");
      }
      try (YAMLParser parser = new YAMLFactory().createParser(Files.readString(file))) {
        if (parser.nextToken() == null) {
          throw InputException.in(file, "is empty; names and values are needed");
        }
        PlanNode root = node(file, parser, 0);
        if (parser.nextToken() != null) {
          int line = parser.currentTokenLocation().getLineNr();
          throw new PlanNode(file, line, "").wrong("starts a second document; keep one per file");
        }
        return root;
      }
    } catch (JsonProcessingException bad) {
      throw new PlanNode(file, bad.getLocation().getLineNr(), "")
          .wrong("is not YAML: %s", bad.getOriginalMessage().lines().findFirst().orElse(""));
    } catch (IOException e) {
      throw ByteSource.unreadable(file, e);
    }
  }

  private static PlanNode node(Path file, YAMLParser parser, int depth) throws IOException {
    int line = parser.currentTokenLocation().getLineNr();
    PlanNode nothing = new PlanNode(file, line, "");
    if (depth > DEEPEST) {
      throw nothing.wrong("is nested too deeply");
    }
    if (parser.isCurrentAlias() || parser.getObjectId() != null) {
      throw nothing.wrong("uses an anchor or an alias; write the value out");
    }
    JsonToken token = parser.currentToken();
    if (token == JsonToken.START_OBJECT) {
      return new PlanNode(file, line, members(file, parser, depth));
    }
    if (token == JsonToken.START_ARRAY) {
      List<PlanNode> items = new ArrayList<>();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        items.add(node(file, parser, depth + 1));
      }
      return new PlanNode(file, line, items);
    }
    return token == JsonToken.VALUE_NULL ? nothing : new PlanNode(file, line, text(parser));
  }

  private static String text(JsonParser parser) throws IOException {
    return parser.getText().strip();
  }

  private static Map<String, PlanNode> members(Path file, YAMLParser parser, int depth)
      throws IOException {
    Map<String, PlanNode> members = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      PlanNode member = node(file, parser, depth + 1);
      if (members.put(name, member) != null) {
        throw member.wrong("repeats %s", InputException.quote(name));
      }
    }
    return members;
  }

  /** The text of a leaf. */
  String text() {
    if (value instanceof String text) {
      return text;
    }
    throw wrong("must be a single value, not a list or map");
  }

  /** The items of a list; a single value counts as a list of one, no value as an empty list. */
  List<PlanNode> items() {
    if (value instanceof List<?> list) {
      return list.stream().map(PlanNode.class::cast).toList();
    }
    if (value instanceof String text) {
      return text.isEmpty() ? List.of() : List.of(this);
    }
    throw wrong("must be a list");
  }

  /** The members of a map, which must have known names. */
  Map<String, PlanNode> members(List<String> known) {
    Map<String, PlanNode> members = members();
    members.forEach(
        (name, member) -> {
          if (!known.contains(name)) {
            throw member.wrong(
                "has %s; known names here: %s",
                InputException.quote(name), InputException.list(known));
          }
        });
    return members;
  }

  /** The members of a map. */
  Map<String, PlanNode> members() {
    if (!(value instanceof Map<?, ?> map)) {
      throw wrong("must have names and values, such as \"tasks: …\"");
    }
    Map<String, PlanNode> members = new LinkedHashMap<>();
    map.forEach((name, member) -> members.put((String) name, (PlanNode) member));
    return members;
  }

  /** The same node with another text. */
  PlanNode withText(String text) {
    return new PlanNode(file, line, text);
  }

  /** An integer in a range. */
  long integer(long low, long high) {
    String text = text();
    try {
      long number = Long.parseLong(text);
      if (number >= low && number <= high) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Falls through to the message.
    }
    throw wrong("has %s; an integer in %s … %s is needed", InputException.quote(text), low, high);
  }

  /** An error at this line. */
  InputException wrong(String format, Object... values) {
    return InputException.in(file, "line " + line + " " + Message.of(format, values));
  }
}
