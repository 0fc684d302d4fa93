package org.transcal.adapt.train;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import java.util.List;
import java.util.function.Consumer;
import org.transcal.adapt.tensor.Constants;

/**
 * Stochastic gradient descent with Nesterov's momentum 0.9 and weight decay 5e-4.
 *
 * <p>{@code g = ∇ + decay·w; v ← momentum·v + g; w ← w − rate·(g + momentum·v)}. DJL's own
 * optimizers use numbers as operands, which this module must not do.
 *
 * <p>Computed as {@code h = ∇/decay + w}, {@code q ← momentum·(q + h)}, {@code w ← w −
 * rate·decay·(h + q)} with {@code q = momentum·v/decay}: every operation works in place, which for
 * a layer of a million weights saves more time than the multiplications take.
 */
final class NesterovDescent {
  private static final double MOMENTUM = 0.9;
  private static final double DECAY = 5e-4;

  private final List<Slot> all;
  private final NDArray momentum;
  private final NDArray inverseDecay;

  /**
   * A parameter and its velocity.
   *
   * @param velocity in units of the decay, times the momentum
   */
  private record Slot(NDArray parameter, NDArray velocity) {}

  NesterovDescent(NDManager manager, List<NDArray> parameters) {
    all =
        parameters.stream()
            .map(parameter -> new Slot(parameter, manager.zeros(parameter.getShape())))
            .toList();
    momentum = Constants.number(manager, MOMENTUM);
    inverseDecay = Constants.number(manager, 1 / DECAY);
  }

  /** Updates some parameters without momentum and decay, and clears the gradients of all. */
  void plainStep(List<NDArray> updated, double learningRate) {
    NDArray rate = Constants.like(momentum, learningRate);
    update(updated, slot -> slot.parameter().subi(slot.parameter().getGradient().muli(rate)));
  }

  /** Updates some parameters by their gradients, and clears the gradients of all. */
  void step(List<NDArray> updated, double learningRate) {
    NDArray rate = Constants.like(momentum, learningRate * DECAY);
    update(
        updated,
        slot -> {
          NDArray gradient = slot.parameter().getGradient();
          gradient.muli(inverseDecay).addi(slot.parameter());
          slot.velocity().addi(gradient).muli(momentum);
          gradient.addi(slot.velocity()).muli(rate);
          slot.parameter().subi(gradient);
        });
  }

  private void update(List<NDArray> updated, Consumer<Slot> rule) {
    for (Slot slot : all) {
      // By identity: arrays of the engine with equal values are equal.
      if (updated.stream().anyMatch(other -> other == slot.parameter())) {
        rule.accept(slot);
      }
      NDArray gradient = slot.parameter().getGradient();
      gradient.subi(gradient);
    }
  }
}
