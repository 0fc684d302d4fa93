package org.transcal.adapt.train;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import java.util.List;
import org.transcal.adapt.tensor.Constants;

/**
 * Stochastic gradient descent with Nesterov's momentum 0.9 and weight decay 5e-4.
 *
 * <p>{@code g = ∇ + decay·w; v ← momentum·v + g; w ← w − rate·(g + momentum·v)}. DJL's own
 * optimizers take numbers as operands, which this module must not.
 *
 * <p>Gradients and velocities are kept in units of the decay, and velocities times the momentum:
 * with {@code h = ∇/decay + w} and {@code q = momentum·v/decay}, {@code q ← momentum·(q + h)} and
 * {@code w ← w − rate·decay·(h + q)}. So every operation works in place, which for a layer of a
 * million weights saves more time than its multiplications take.
 */
final class NesterovDescent {
  private static final double MOMENTUM = 0.9;
  private static final double DECAY = 5e-4;

  private final List<Moving> all;
  private final NDArray momentum;
  private final NDArray inverseDecay;

  /**
   * A parameter and its velocity.
   *
   * @param velocity in units of the decay, times the momentum
   */
  private record Moving(NDArray parameter, NDArray velocity) {
    /** Arrays of the engine are equal where their values are: only identity tells them apart. */
    boolean isAmong(List<NDArray> parameters) {
      return parameters.stream().anyMatch(other -> other == parameter);
    }
  }

  NesterovDescent(NDManager manager, List<NDArray> parameters) {
    all =
        parameters.stream()
            .map(parameter -> new Moving(parameter, manager.zeros(parameter.getShape())))
            .toList();
    momentum = Constants.number(manager, MOMENTUM);
    inverseDecay = Constants.number(manager, 1 / DECAY);
  }

  /** Moves some parameters by their gradients, and forgets the gradients of all. */
  void step(List<NDArray> moved, double learningRate) {
    NDArray rate = Constants.like(momentum, learningRate * DECAY);
    for (Moving moving : all) {
      NDArray gradient = moving.parameter().getGradient();
      if (moving.isAmong(moved)) {
        NDArray velocity = moving.velocity();
        gradient.muli(inverseDecay).addi(moving.parameter());
        velocity.addi(gradient).muli(momentum);
        gradient.addi(velocity).muli(rate);
        moving.parameter().subi(gradient);
      }
      gradient.subi(gradient);
    }
  }
}
