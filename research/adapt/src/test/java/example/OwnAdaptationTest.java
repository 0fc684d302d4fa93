package example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Activation;
import ai.djl.nn.Block;
import ai.djl.nn.Blocks;
import ai.djl.nn.SequentialBlock;
import ai.djl.nn.core.Linear;
import ai.djl.nn.norm.BatchNorm;
import ai.djl.nn.norm.Dropout;
import ai.djl.training.ParameterStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.adapt.Adaptation;
import org.transcal.adapt.AdaptedTask;
import org.transcal.adapt.loss.CrossEntropy;
import org.transcal.adapt.loss.GradientReversal;
import org.transcal.adapt.loss.OneHot;
import org.transcal.adapt.method.AdaptationLoss;
import org.transcal.adapt.method.AdaptationMethod;
import org.transcal.adapt.method.ForwardPass;
import org.transcal.adapt.method.LayerFactory;
import org.transcal.adapt.model.ModelFiles;
import org.transcal.adapt.network.BlockEncoder;
import org.transcal.adapt.network.Layer;
import org.transcal.adapt.tensor.Constants;
import org.transcal.adapt.tensor.Engine;
import org.transcal.adapt.testing.Domains;
import org.transcal.adapt.train.TrainingSettings;
import org.transcal.adapt.train.TrainingStep;
import org.transcal.calibration.TransCal;
import org.transcal.io.TaskFiles;
import org.transcal.io.dataset.DataSet;
import org.transcal.task.TransferTask;

/** What users add to adaptation without a fork: a loss, layers, a DJL block. */
class OwnAdaptationTest {
  private static final TrainingSettings SMALL =
      TrainingSettings.DEFAULTS.withWidths(List.of(16, 8)).withSteps(60).withBatch(8);

  @TempDir private Path folder;
  private Adaptation adaptation;

  @BeforeEach
  void makeData() {
    DataSet data = Domains.write(folder.resolve("d.npz"), 60, 3);
    adaptation = Adaptation.of(data, "a", "b").withSettings(SMALL);
  }

  private static NDArray meanGap(ForwardPass pass) {
    NDArray source = pass.sourceFeatures().mean(new int[] {0});
    NDArray target = pass.targetFeatures().mean(new int[] {0});
    return Constants.times(source.sub(target).square().sum(), 10 * pass.ramp());
  }

  @Test
  void givenOwnLoss_thenItIsMinimisedUnderItsName() {
    AdaptationMethod own = AdaptationMethod.of("mean-gap", OwnAdaptationTest::meanGap);

    AdaptedTask trained = adaptation.withMethod(own).train();

    assertThat(trained.model().method()).isEqualTo("mean-gap");
    assertThat(trained.log().steps().get(30).transferLoss()).isPositive();
    assertThat(gap(trained.task())).isLessThan(0.5 * gap(adaptation.train().task()));
  }

  /** Distance between the mean features of source training and target rows. */
  private static double gap(TransferTask task) {
    double[] source = mean(task.features().orElseThrow().sourceTrain().toArrays());
    double[] target = mean(task.features().orElseThrow().target().toArrays());
    double square = 0;
    for (int j = 0; j < source.length; j++) {
      square += Math.pow(source[j] - target[j], 2);
    }
    return Math.sqrt(square);
  }

  private static double[] mean(double[][] rows) {
    double[] mean = new double[rows[0].length];
    for (double[] row : rows) {
      for (int j = 0; j < mean.length; j++) {
        mean[j] += row[j] / rows.length;
      }
    }
    return mean;
  }

  /** A domain discriminator of one layer. */
  private static final class LinearDiscriminator implements AdaptationLoss {
    private final Layer layer;

    LinearDiscriminator(LayerFactory layers) {
      layer = layers.newLayer(layers.features(), 2);
    }

    @Override
    public List<Layer> layers() {
      return List.of(layer);
    }

    @Override
    public Optional<NDArray> transfer(ForwardPass pass) {
      int[] domains = new int[pass.sourceRows() + pass.targetRows()];
      Arrays.fill(domains, pass.sourceRows(), domains.length, 1);
      NDArray scores = layer.apply(GradientReversal.of(pass.features(), pass.ramp()));
      return Optional.of(CrossEntropy.mean(scores, OneHot.of(scores.getManager(), domains, 2)));
    }
  }

  @Test
  void givenOwnLossWithLayers_thenTheyAreTrained() {
    AdaptationMethod own = AdaptationMethod.withLayers("linear-dann", LinearDiscriminator::new);

    List<TrainingStep> steps = adaptation.withMethod(own).train().log().steps();

    assertThat(steps.get(0).transferLoss()).isNotEqualTo(steps.get(59).transferLoss());
  }

  @Test
  void givenNameThatIsTaken_thenRefused() {
    assertThatThrownBy(() -> AdaptationMethod.of("dann", OwnAdaptationTest::meanGap))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("\"dann\"");
    assertThat(AdaptationMethod.names())
        .containsExactly(
            "source-only",
            "ddc",
            "dan",
            "rtn",
            "jan",
            "dann",
            "adda",
            "mada",
            "cdan",
            "cdan-e",
            "mcd",
            "mdd",
            "afn",
            "bnm");
    assertThat(AdaptationMethod.named("cdan-e")).contains(AdaptationMethod.CDAN_E);
  }

  private static Block block() {
    return new SequentialBlock()
        .add(Linear.builder().setUnits(16).build())
        .add(BatchNorm.builder().build())
        .add(Activation.tanhBlock())
        .add(Dropout.builder().optRate(0.2f).build())
        .add(Linear.builder().setUnits(6).build());
  }

  @Test
  void givenOwnBlock_thenLossesDoNotSeeTheDropoutOfTheSettings() {
    List<Double> rates = new ArrayList<>();
    AdaptationMethod spy =
        AdaptationMethod.withLayers(
            "spy",
            layers ->
                new AdaptationLoss() {
                  @Override
                  public Optional<NDArray> transfer(ForwardPass pass) {
                    return Optional.empty();
                  }

                  @Override
                  public NDArray afterDropout(NDArray features, double rate) {
                    rates.add(rate);
                    return features;
                  }
                });

    adaptation.withMethod(spy).train();
    assertThat(rates).containsOnly(SMALL.dropout());
    rates.clear();
    adaptation.withMethod(spy).withEncoder(OwnAdaptationTest::block).train();
    assertThat(rates).containsOnly(0.0);
  }

  @Test
  void givenOwnBlock_thenItLearnsTheSource() {
    for (AdaptationMethod method : List.of(AdaptationMethod.DANN, AdaptationMethod.MCD)) {
      List<TrainingStep> steps =
          adaptation.withMethod(method).withEncoder(OwnAdaptationTest::block).train().log().steps();

      double last =
          steps.subList(40, 60).stream()
              .mapToDouble(TrainingStep::sourceAccuracy)
              .average()
              .orElseThrow();
      // A third is chance.
      assertThat(last).as(method.name()).isGreaterThan(0.8);
    }
  }

  @Test
  void givenSameSeed_thenOwnBlockHasTheSameWeights() {
    Supplier<Block> maker = OwnAdaptationTest::block;
    Adaptation own = adaptation.withEncoder(maker);

    assertThat(own.train().model().weights()).isEqualTo(own.train().model().weights());
    assertThat(own.withSeed(1).train().model().weights())
        .isNotEqualTo(own.train().model().weights());
  }

  @Test
  void givenTrainedBlock_thenItsFeaturesAreThoseOfTheTask() {
    AdaptedTask trained =
        adaptation.withEncoder(OwnAdaptationTest::block).withDropoutPasses(0).train();
    BlockEncoder encoder = (BlockEncoder) trained.model().weights().encoder();

    double[][] expected = trained.task().features().orElseThrow().target().toArrays();
    DataSet data = Domains.write(folder.resolve("again.npz"), 60, 3);
    double[][] features = trained.model().predict(data.features()).features().toArrays();

    assertThat(features[60]).containsExactly(expected[0]);
    try (NDManager manager = Engine.newManager()) {
      NDArray zeros = manager.zeros(new Shape(2, 8));
      NDList computed =
          encoder
              .block(manager)
              .forward(new ParameterStore(manager, false), new NDList(zeros), false);
      assertThat(computed.singletonOrThrow().getShape().getShape()).containsExactly(2, 6);
    }
    assertThatThrownBy(() -> ModelFiles.write(folder.resolve("m.json"), trained.model(), "1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Block.saveParameters");
  }

  @Test
  void givenBlockThatGivesNoRows_thenItsShapeIsNamed() {
    Adaptation flat =
        adaptation.withEncoder(
            () ->
                new SequentialBlock()
                    .add(Linear.builder().setUnits(4).build())
                    .add(Blocks.batchFlattenBlock())
                    .add(x -> new NDList(x.head().reshape(-1, 2, 2))));

    assertThatThrownBy(flat::train)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("(1, 2, 2)")
        .hasMessageContaining("one row of features");
  }

  @Test
  void givenTask_thenItCalibratesAsTheWrittenFileDoes() {
    AdaptedTask adapted = adaptation.withMethod(AdaptationMethod.DAN).withEnsemble(2).train();
    Path file = folder.resolve("task.npz");
    adapted.write(file);
    TransferTask written = TaskFiles.read(file);

    assertThat(adapted.task().name()).isEqualTo("a2b__dan");
    assertThat(TransCal.released().fit(adapted.task()).temperature())
        .isEqualTo(TransCal.released().fit(written).temperature());
    assertThat(adapted.task().mixup().orElseThrow().partner(3))
        .isEqualTo(written.mixup().orElseThrow().partner(3));
    assertThat(adapted.task().mcDropout().orElseThrow().toMatrix().toArrays())
        .isDeepEqualTo(written.mcDropout().orElseThrow().toMatrix().toArrays());
    assertThat(adapted.task().ensemble().orElseThrow().toMatrix().toArrays())
        .isDeepEqualTo(written.ensemble().orElseThrow().toMatrix().toArrays());
  }
}
