package org.transcal.adapt.train;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.ndarray.NDArray;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.transcal.adapt.data.Preparation;
import org.transcal.adapt.data.PreparationKind;
import org.transcal.adapt.method.AdaptationLoss;
import org.transcal.adapt.method.AdaptationMethod;
import org.transcal.adapt.method.ForwardPass;
import org.transcal.adapt.method.LayerFactory;
import org.transcal.adapt.network.Layer;
import org.transcal.adapt.network.LayerWeights;
import org.transcal.adapt.network.LayeredEncoder;
import org.transcal.adapt.network.NetworkWeights;
import org.transcal.adapt.testing.Domains;
import org.transcal.io.dataset.DataSet;

/** An update moves the parameters that it names, downhill, and no others. */
class UpdatedParametersTest {
  private static final TrainingSettings ONE_STEP =
      TrainingSettings.DEFAULTS.withWidths(List.of(6, 4)).withDropout(0).withBatch(8).withSteps(1);

  @TempDir private Path folder;
  private TrainingData data;

  @BeforeEach
  void makeData() {
    DataSet set = Domains.write(folder.resolve("d.npz"), 20, 3);
    int[] all = IntStream.range(0, 40).toArray();
    Preparation preparation = Preparation.fit(PreparationKind.STANDARDIZE, set.features(), all);
    data = new TrainingData(preparation.prepare(set.features(), all), set.labels(set.rowsOf(0)));
  }

  /** Everything that can be trained: its objective is the sum of squares of all outputs. */
  private static final class SquaredOutputs implements AdaptationLoss {
    private final Layer own;
    private final List<Update> updates;
    private final List<Double> objectives = new ArrayList<>();

    SquaredOutputs(LayerFactory layers, List<Updated> updated) {
      own = layers.newLayer(layers.features(), 2);
      updates = updated.stream().map(one -> new Update(one, this::squares)).toList();
    }

    private NDArray squares(ForwardPass pass) {
      NDArray squares = own.apply(pass.features()).square().sum().add(pass.logits().square().sum());
      objectives.add((double) squares.getFloat());
      return squares;
    }

    @Override
    public List<Layer> layers() {
      return List.of(own);
    }

    @Override
    public boolean learnsSource() {
      return false;
    }

    @Override
    public Optional<NDArray> transfer(ForwardPass pass) {
      return Optional.empty();
    }

    @Override
    public List<Update> updates() {
      return updates;
    }
  }

  /** What one step makes of all parameters. */
  private record After(NetworkWeights network, LayerWeights own, List<Double> objectives) {
    LayerWeights layer(int index) {
      return ((LayeredEncoder) network.encoder()).layers().get(index);
    }
  }

  private After train(List<AdaptationLoss.Updated> updated) {
    List<SquaredOutputs> started = new ArrayList<>();
    List<LayerWeights> own = new ArrayList<>();
    AdaptationMethod method =
        AdaptationMethod.withLayers(
            "squared outputs",
            layers -> {
              started.add(new SquaredOutputs(layers, updated));
              return started.get(0);
            });
    TrainingLoop.Trained trained =
        TrainingLoop.run(
            method,
            ONE_STEP.withLearningRate(1e-4),
            Optional.empty(),
            data,
            Optional.empty(),
            () -> own.add(started.get(0).layers().get(0).weights()));
    return new After(trained.weights(), own.get(0), started.get(0).objectives);
  }

  @ParameterizedTest
  @CsvSource({
    "ENCODER, true, true, false",
    "LOWER_LAYERS, true, false, false",
    "UPPER_LAYERS, false, true, true",
    "HEADS, false, false, true"
  })
  void givenUpdate_thenItLowersItsObjectiveByMovingWhatItNames(
      AdaptationLoss.Updated updated, boolean lower, boolean last, boolean heads) {
    After before = train(List.of());

    After after = train(List.of(updated, updated));

    assertThat(!after.layer(0).equals(before.layer(0))).as("lower layer").isEqualTo(lower);
    assertThat(!after.layer(1).equals(before.layer(1))).as("last layer").isEqualTo(last);
    assertThat(!after.network().classifier().equals(before.network().classifier()))
        .as("classifier")
        .isEqualTo(heads);
    assertThat(!after.own().equals(before.own())).as("own layer").isEqualTo(heads);
    assertThat(after.objectives().get(1)).isLessThan(after.objectives().get(0));
  }
}
