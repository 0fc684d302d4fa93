package org.transcal.adapt.train;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.transcal.adapt.tensor.Constants;

/**
 * Stochastic gradient descent with Nesterov's momentum 0.9 and weight decay 5e-4.
 *
 * <p>{@code g = ∇ + decay·w; v ← momentum·v + g; w ← w − rate·(g + momentum·v)}. DJL's own
 * optimizers take numbers as operands, which this module must not.
 */
final class NesterovDescent {
  private static final double MOMENTUM = 0.9;
  private static final double DECAY = 5e-4;

  private final Map<NDArray, NDArray> velocities = new LinkedHashMap<>();
  private final NDArray momentum;
  private final NDArray decay;

  NesterovDescent(NDManager manager, List<NDArray> parameters) {
    for (NDArray parameter : parameters) {
      velocities.put(parameter, manager.zeros(parameter.getShape()));
    }
    momentum = Constants.number(manager, MOMENTUM);
    decay = Constants.number(manager, DECAY);
  }

  /** Moves some parameters by their gradients, and forgets the gradients of all. */
  void step(List<NDArray> moved, double learningRate) {
    NDArray rate = Constants.like(momentum, learningRate);
    for (NDArray parameter : moved) {
      NDArray gradient = parameter.getGradient();
      NDArray velocity = velocities.get(parameter);
      gradient.addi(parameter.mul(decay));
      velocity.muli(momentum).addi(gradient);
      gradient.addi(velocity.mul(momentum));
      parameter.subi(gradient.muli(rate));
    }
    for (NDArray parameter : velocities.keySet()) {
      NDArray gradient = parameter.getGradient();
      gradient.subi(gradient);
    }
  }
}
