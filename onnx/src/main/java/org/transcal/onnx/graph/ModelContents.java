package org.transcal.onnx.graph;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.transcal.onnx.wire.FieldCursor;

/** Names and external files found anywhere in a model, in nested graphs too. */
final class ModelContents {
  private static final int DEEPEST = 64;
  private static final int EXTERNAL_DATA = 13;

  private final Set<String> names = new HashSet<>();
  private final Map<String, String> externalFiles = new TreeMap<>();

  private ModelContents() {}

  static ModelContents of(FieldCursor model) {
    ModelContents contents = new ModelContents();
    contents.visit(MessageKind.MODEL, model, 0);
    return contents;
  }

  private void visit(MessageKind kind, FieldCursor message, int depth) {
    if (depth > DEEPEST) {
      throw message.damaged("messages are nested deeper than " + DEEPEST);
    }
    String name = "";
    List<String> locations = new ArrayList<>(0);
    while (message.next()) {
      int field = message.number();
      if (kind.isName(field)) {
        name = message.text();
        names.add(name);
      } else if (kind == MessageKind.TENSOR && field == EXTERNAL_DATA) {
        if (message.message().lastText(1).equals("location")) {
          locations.add(message.message().lastText(2));
        }
      } else if (kind.child(field).isPresent()) {
        visit(kind.child(field).get(), message.message(), depth + 1);
      }
    }
    for (String location : locations) {
      externalFiles.putIfAbsent(location, name);
    }
  }

  Set<String> names() {
    return names;
  }

  /** Paths of external weight files, relative to the model, with one tensor in each. */
  Map<String, String> externalFiles() {
    return externalFiles;
  }
}
