package org.transcal.onnx.export;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.transcal.matrix.Matrix;
import org.transcal.onnx.graph.Dimension;
import org.transcal.onnx.graph.TensorType;
import org.transcal.onnx.network.Network;
import org.transcal.prediction.Logits;

/** A network run on random numbers, where its only input says how many it takes. */
final class RandomRun {
  private static final int ROWS = 3;
  private static final long MOST_VALUES = 1 << 24;

  private final Network network;

  RandomRun(Network network) {
    this.network = network;
  }

  /** What a tensor holds for a few random inputs. */
  Optional<Logits> logits(String tensor) {
    if (network.inputs().size() != 1) {
      return Optional.empty();
    }
    String input = network.inputs().iterator().next();
    Optional<TensorType> type = network.inputType(input).filter(t -> t.elements().isFloating());
    if (type.isEmpty()) {
      return Optional.empty();
    }
    List<Dimension> inner = type.get().shape().subList(1, type.get().rank());
    Dimension batch = type.get().shape().get(0);
    long rows = batch.isFixed() ? batch.size() : ROWS;
    List<Long> shape = new ArrayList<>();
    long values = rows;
    for (Dimension dimension : inner) {
      // An open size is below 0 and ends here, too.
      values = values * Math.min(dimension.size(), MOST_VALUES);
      if (values < 1 || values > MOST_VALUES) {
        return Optional.empty();
      }
      shape.add(dimension.size());
    }
    float[] random = new float[(int) values];
    SplittableRandom numbers = new SplittableRandom(1);
    for (int i = 0; i < random.length; i++) {
      random[i] = (float) numbers.nextDouble(-2, 2);
    }
    Matrix fed = Matrix.wrap(random, (int) rows, random.length / (int) rows);
    return Optional.of(Logits.of(network.run(input, fed, shape, Set.of(tensor)).get(tensor)));
  }
}
