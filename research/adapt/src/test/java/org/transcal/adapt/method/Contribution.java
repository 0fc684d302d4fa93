package org.transcal.adapt.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.training.GradientCollector;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Function;
import org.transcal.adapt.method.PlainObjective.Point;
import org.transcal.adapt.network.Dropout;
import org.transcal.adapt.network.Layer;
import org.transcal.adapt.tensor.Constants;
import org.transcal.adapt.tensor.Engine;
import org.transcal.adapt.testing.DoubleLayers;
import org.transcal.adapt.testing.PlainMatrix;

/**
 * The value of an objective at a point and what it adds to gradients, in double precision.
 *
 * @param at its derivatives with respect to parameters come in the order of the point's
 */
record Contribution(
    Point at, double value, double[] byFeatures, double[] byLogits, List<double[]> byParameters) {
  static final long SEED = 5;
  static final double RAMP = 0.625;

  private static final double STEP = 1e-5;

  /** Relative; constants reach the engine in single precision. */
  private static final double TOLERANCE = 1e-6;

  /** More coordinates are sampled evenly. */
  private static final int MOST = 60;

  private static final int OF_PARAMETER = 6;

  /** What a method is started with, and how it comes to the step that is looked at. */
  record Setting(
      AdaptationMethod method, int features, int classes, Consumer<AdaptationLoss> before) {
    static Setting of(AdaptationMethod method) {
      return new Setting(method, 6, 3, loss -> {});
    }

    PlainMatrix inputs() {
      return PlainMatrix.random(2 * PlainObjective.ROWS, 3, 11);
    }

    Contribution of(Function<AdaptationLoss, Function<ForwardPass, NDArray>> objective) {
      return Engine.withManager(manager -> compute(this, objective, manager));
    }
  }

  private static Contribution compute(
      Setting setting,
      Function<AdaptationLoss, Function<ForwardPass, NDArray>> objective,
      NDManager manager) {
    int rows = 2 * PlainObjective.ROWS;
    LayerFactory layers =
        new LayerFactory(
            DoubleLayers.of(manager),
            new SplittableRandom(SEED),
            setting.features(),
            setting.classes());
    AdaptationLoss loss = setting.method().start(layers);
    setting.before().accept(loss);
    PlainMatrix features = PlainMatrix.random(rows, setting.features(), 1);
    PlainMatrix logits = PlainMatrix.random(rows, setting.classes(), 2);
    NDArray x = array(manager, features);
    NDArray z = array(manager, logits);
    x.setRequiresGradient(true);
    z.setRequiresGradient(true);
    int classes = setting.classes();
    PlainMatrix labels =
        PlainMatrix.of(
            PlainObjective.ROWS, classes, (i, k) -> PlainObjective.label(i, classes) == k ? 1 : 0);
    ForwardPass pass =
        new ForwardPass(
            array(manager, setting.inputs()), x, z, array(manager, labels), RAMP, Dropout.off());
    List<NDArray> parameters =
        loss.layers().stream().map(Layer::parameters).flatMap(List::stream).toList();
    double value;
    try (GradientCollector gradients = Engine.newGradientCollector()) {
      // In training the source loss depends on both; here they get a gradient of zero at least.
      NDArray zero = x.sum().add(z.sum());
      NDArray minimized = objective.apply(loss).apply(pass);
      value = minimized.getDouble();
      gradients.backward(minimized.add(zero.sub(zero)));
    }
    return new Contribution(
        new Point(features, logits, parameters.stream().map(Contribution::plain).toList()),
        value,
        x.getGradient().toDoubleArray(),
        z.getGradient().toDoubleArray(),
        parameters.stream().map(one -> one.getGradient().toDoubleArray()).toList());
  }

  static NDArray array(NDManager manager, PlainMatrix matrix) {
    return Constants.matrix(manager, matrix.values(), matrix.rows(), matrix.columns());
  }

  private static PlainMatrix plain(NDArray parameter) {
    double[] values = parameter.toDoubleArray();
    int columns = Math.toIntExact(parameter.getShape().tail());
    return new PlainMatrix(values.length / columns, columns, values);
  }

  /**
   * Fails unless this is a plain objective's value, its derivatives with respect to parameters, and
   * those with respect to features and logits times a factor.
   */
  void check(PlainObjective objective, double factor) {
    assertThat(value).isCloseTo(objective.at(at, at), within(TOLERANCE * Math.abs(value)));
    Comparison ofRows = new Comparison(objective, factor);
    ofRows.add(byFeatures, MOST, this::withFeatureMoved);
    ofRows.add(byLogits, MOST, this::withLogitMoved);
    ofRows.check("features and logits");
    Comparison ofParameters = new Comparison(objective, 1);
    for (int p = 0; p < byParameters.size(); p++) {
      int index = p;
      ofParameters.add(
          byParameters.get(p),
          OF_PARAMETER,
          (position, step) -> withParameterMoved(index, position, step));
    }
    ofParameters.check("parameters");
  }

  /** Derivatives beside central differences. */
  private final class Comparison {
    private final PlainObjective objective;
    private final double factor;
    private final List<Double> actual = new ArrayList<>();
    private final List<Double> expected = new ArrayList<>();

    Comparison(PlainObjective objective, double factor) {
      this.objective = objective;
      this.factor = factor;
    }

    void add(double[] derivatives, int most, Move move) {
      // Not a divisor of common widths: samples come from all columns.
      int every = derivatives.length <= most ? 1 : derivatives.length / most | 1;
      for (int i = 0; i < derivatives.length; i += every) {
        actual.add(derivatives[i]);
        double above = objective.at(move.by(i, STEP), at);
        double below = objective.at(move.by(i, -STEP), at);
        expected.add(factor * (above - below) / (2 * STEP));
      }
    }

    void check(String of) {
      double largest = expected.stream().mapToDouble(Math::abs).max().orElse(0);
      for (int i = 0; i < actual.size(); i++) {
        assertThat(actual.get(i))
            .as("derivative " + i + " of " + of)
            .isCloseTo(expected.get(i), within(TOLERANCE * largest));
      }
    }
  }

  /** The point with one coordinate moved. */
  private interface Move {
    Point by(int position, double step);
  }

  private Point withFeatureMoved(int position, double step) {
    return new Point(at.features().moved(position, step), at.logits(), at.parameters());
  }

  private Point withLogitMoved(int position, double step) {
    return new Point(at.features(), at.logits().moved(position, step), at.parameters());
  }

  private Point withParameterMoved(int index, int position, double step) {
    List<PlainMatrix> moved = new ArrayList<>(at.parameters());
    moved.set(index, moved.get(index).moved(position, step));
    return new Point(at.features(), at.logits(), moved);
  }
}
