package org.transcal.adapt.network;

import ai.djl.MalformedModelException;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Block;
import ai.djl.nn.Parameter;
import ai.djl.training.ParameterStore;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.transcal.adapt.tensor.Engine;

/** A user's DJL block from rows to features, with its parameters as DJL saves them. */
public final class BlockEncoder implements EncoderWeights {
  private final Supplier<Block> maker;
  private final int inputs;
  private final int features;
  private final boolean finite;
  private final byte[] parameters;

  private BlockEncoder(Supplier<Block> maker, Block block, int inputs, int features) {
    this.maker = maker;
    this.inputs = inputs;
    this.features = features;
    try (NDScope scope = new NDScope()) {
      scope.suppressNotUsedWarning();
      this.finite =
          block.getParameters().values().stream()
              .map(Parameter::getArray)
              .noneMatch(a -> a.isNaN().any().getBoolean() || a.isInfinite().any().getBoolean());
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      block.saveParameters(new DataOutputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    this.parameters = bytes.toByteArray();
  }

  /**
   * A block's initial weights: those it has, else random ones.
   *
   * @param maker makes a new block each time
   * @param seed for the engine, which also draws the block's own dropout
   */
  @SuppressWarnings("exports")
  public static BlockEncoder start(Supplier<Block> maker, int inputs, long seed) {
    Engine.seed(seed);
    try (NDManager manager = Engine.newManager()) {
      Block block = maker.get();
      Shape rows = new Shape(1, inputs);
      if (!block.isInitialized()) {
        block.initialize(manager, DataType.FLOAT32, rows);
      }
      Shape[] outputs = block.getOutputShapes(new Shape[] {rows});
      if (outputs.length != 1 || outputs[0].dimension() != 2 || outputs[0].get(0) != 1) {
        throw new IllegalArgumentException(
            "The block gives "
                + Arrays.toString(outputs)
                + " for one row of "
                + inputs
                + " inputs; it must give one row of features, (1, n)");
      }
      return new BlockEncoder(maker, block, inputs, Math.toIntExact(outputs[0].get(1)));
    }
  }

  /** A new block with these parameters, whose arrays belong to the manager. */
  @SuppressWarnings("exports")
  public Block block(NDManager manager) {
    Block block = maker.get();
    try {
      block.loadParameters(manager, new DataInputStream(new ByteArrayInputStream(parameters)));
    } catch (IOException | MalformedModelException e) {
      throw new IllegalStateException("The block does not read the parameters it saved", e);
    }
    return block;
  }

  @Override
  public int inputs() {
    return inputs;
  }

  @Override
  public int features() {
    return features;
  }

  @Override
  public boolean isFinite() {
    return finite;
  }

  @Override
  public Encoder in(NDManager manager, Normalization normalization) {
    return new Live(block(manager), manager);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BlockEncoder that
        && maker.equals(that.maker)
        && Arrays.equals(parameters, that.parameters);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(parameters);
  }

  @Override
  public String toString() {
    return "BlockEncoder " + inputs + "→" + features;
  }

  private final class Live implements Encoder {
    private final Block block;
    private final ParameterStore store;
    private final List<NDArray> trained;

    Live(Block block, NDManager manager) {
      this.block = block;
      this.store = new ParameterStore(manager, false);
      this.trained =
          block.getParameters().values().stream()
              .filter(Parameter::requiresGradient)
              .map(Parameter::getArray)
              .toList();
      trained.forEach(array -> array.setRequiresGradient(true));
    }

    @Override
    public NDArray features(NDArray inputRows, Dropout dropout) {
      NDArray dense = inputRows.isSparse() ? inputRows.toDense() : inputRows;
      return block.forward(store, new NDList(dense), dropout.isTraining()).singletonOrThrow();
    }

    @Override
    public List<NDArray> parameters() {
      return trained;
    }

    @Override
    public EncoderWeights weights() {
      return new BlockEncoder(maker, block, inputs, features);
    }
  }
}
