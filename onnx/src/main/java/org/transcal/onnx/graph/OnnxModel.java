package org.transcal.onnx.graph;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.transcal.io.file.Allocation;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;
import org.transcal.onnx.wire.FieldCursor;
import org.transcal.onnx.wire.MessageWriter;

/**
 * An ONNX file: its bytes, and the graph in them.
 *
 * <p>Cost: memory for the file and a few objects per node; external weight files are not read.
 */
public final class OnnxModel {
  /** The limit of protocol buffers. */
  private static final long LARGEST = Integer.MAX_VALUE - 64L;

  private static final int GRAPH = 7;
  private static final int OPSET = 8;
  private static final int METADATA = 14;

  private final Path file;
  private final byte[] bytes;
  private final long opset;
  private final Set<String> metadataKeys;
  private final Graph graph;
  private final ModelContents contents;
  private final int graphFieldStart;
  private final int graphStart;
  private final int graphEnd;

  private OnnxModel(Path file, byte[] bytes) {
    this.file = file;
    this.bytes = bytes;
    long newest = 0;
    Set<String> keys = new HashSet<>();
    Graph found = Graph.empty();
    int[] place = {-1, -1, -1};
    FieldCursor model = FieldCursor.of(file, bytes);
    while (model.next()) {
      switch (model.number()) {
        case GRAPH -> {
          if (place[0] >= 0) {
            throw model.damaged("there is a second graph");
          }
          place = new int[] {model.fieldStart(), model.start(), model.end()};
          found = Graph.read(model.message());
        }
        case OPSET -> {
          if (domain(model.message().lastText(1)).isEmpty()) {
            newest = Math.max(newest, model.message().lastInteger(2));
          }
        }
        case METADATA -> keys.add(model.message().lastText(1));
        default -> {
          // Kept unchanged.
        }
      }
    }
    if (place[0] < 0) {
      throw InputException.in(file, "has no graph; it is not an ONNX model");
    }
    this.opset = newest;
    this.metadataKeys = keys;
    this.graph = found;
    this.graphFieldStart = place[0];
    this.graphStart = place[1];
    this.graphEnd = place[2];
    this.contents = ModelContents.of(FieldCursor.of(file, bytes));
  }

  /**
   * Reads a file.
   *
   * @throws InputException naming the file and what is wrong with it
   */
  public static OnnxModel read(Path file) {
    return ByteSource.read(file, OnnxModel::read);
  }

  /** Reads a model from a source, which stays open. */
  public static OnnxModel read(ByteSource source) throws IOException {
    long size = source.size();
    if (size > LARGEST) {
      throw InputException.in(
          source.name(),
          "has %s bytes; a model has at most %s; larger ones keep weights in separate files",
          size,
          LARGEST);
    }
    byte[] bytes = Allocation.bytes(source.name().toString(), size);
    source.readFully(0, ByteBuffer.wrap(bytes));
    return new OnnxModel(source.name(), bytes);
  }

  /** Maps both names of the standard domain to one. */
  static String domain(String name) {
    return name.equals("ai.onnx") ? "" : name;
  }

  public Path file() {
    return file;
  }

  /** Version of the standard operators; 0 if the model does not import them. */
  public long opset() {
    return opset;
  }

  public Set<String> metadataKeys() {
    return Set.copyOf(metadataKeys);
  }

  public Graph graph() {
    return graph;
  }

  /** Whether a tensor or node has a name, in nested graphs too. */
  public boolean uses(String name) {
    return contents.names().contains(name);
  }

  /**
   * The external weight files: paths relative to the model, and the actual files.
   *
   * @throws InputException if one is missing, not a regular file, or outside the model's folder,
   *     even through a symbolic link; the message names a tensor in it
   */
  public Map<Path, Path> weightFiles() {
    return ExternalFiles.find(file, contents.externalFiles());
  }

  /**
   * The model with fields appended to its graph and to itself; everything else is kept byte for
   * byte.
   *
   * @throws InputException if it becomes larger than a model can be
   */
  public byte[] withAppended(byte[] graphFields, byte[] modelFields) {
    long graphLength = (long) graphEnd - graphStart + graphFields.length;
    long most = graphLength + graphFieldStart + (bytes.length - graphEnd) + modelFields.length;
    if (most + 16 > LARGEST) {
      throw InputException.in(file, "would become larger than a model can be (2 GiB)");
    }
    byte[] header = MessageWriter.header(GRAPH, (int) graphLength);
    byte[] whole = Allocation.bytes(file.toString(), most + header.length);
    ByteBuffer.wrap(whole)
        .put(bytes, 0, graphFieldStart)
        .put(header)
        .put(bytes, graphStart, graphEnd - graphStart)
        .put(graphFields)
        .put(bytes, graphEnd, bytes.length - graphEnd)
        .put(modelFields);
    return whole;
  }
}
