package org.transcal.adapt.method;

import ai.djl.ndarray.NDArray;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.transcal.adapt.network.Normalization;

/**
 * A domain-adaptation method: a built-in one, or your own loss under a name.
 *
 * <pre>{@code
 * AdaptationMethod meanGap =
 *     AdaptationMethod.of(
 *         "mean-gap",
 *         pass -> {
 *           NDArray source = pass.sourceFeatures().mean(new int[] {0});
 *           NDArray target = pass.targetFeatures().mean(new int[] {0});
 *           return Constants.times(source.sub(target).square().sum(), pass.ramp());
 *         });
 * Adaptation.of(data, "books", "dvd").withMethod(meanGap).train();
 * }</pre>
 *
 * <p>Numbers go through {@link org.transcal.adapt.tensor.Constants}: the gradient of {@code
 * x.mul(n)} is wrong after a garbage collection. {@code org.transcal.adapt.loss} holds formulas
 * that losses are made of.
 */
public final class AdaptationMethod {
  /** No adaptation: the baseline. */
  public static final AdaptationMethod SOURCE_ONLY =
      new AdaptationMethod("source-only", layers -> pass -> Optional.empty());

  /** Deep adaptation network: multi-kernel MMD on features. Paper: Long et al. 2015. */
  public static final AdaptationMethod DAN = plain("dan", PlainLosses::dan);

  /** Deep domain confusion: distance of mean features. Paper: Tzeng et al. 2014. */
  public static final AdaptationMethod DDC = plain("ddc", PlainLosses::ddc);

  /** Residual transfer network. Paper: Long et al. 2016. */
  public static final AdaptationMethod RTN = new AdaptationMethod("rtn", Rtn::new);

  /** Joint adaptation network: MMD on features and predictions. Paper: Long et al. 2017. */
  public static final AdaptationMethod JAN = plain("jan", PlainLosses::jan);

  /** Domain discriminator behind gradient reversal. Paper: Ganin et al. 2016. */
  public static final AdaptationMethod DANN =
      new AdaptationMethod("dann", layers -> new Adversarial(layers, Adversarial.Input.FEATURES));

  /** Adversarial discriminative domain adaptation. Paper: Tzeng et al. 2017. */
  public static final AdaptationMethod ADDA = new AdaptationMethod("adda", Adda::new);

  /** Multi-adversarial domain adaptation, one discriminator per class. Paper: Pei et al. 2018. */
  public static final AdaptationMethod MADA = new AdaptationMethod("mada", Mada::new);

  /** Discriminator on prediction ⊗ feature. Paper: Long et al. 2018. */
  public static final AdaptationMethod CDAN =
      new AdaptationMethod(
          "cdan", layers -> new Adversarial(layers, Adversarial.Input.OUTER_PRODUCT));

  /** {@link #CDAN} with entropy conditioning. Paper: Long et al. 2018. */
  public static final AdaptationMethod CDAN_E =
      new AdaptationMethod(
          "cdan-e", layers -> new Adversarial(layers, Adversarial.Input.WEIGHTED_OUTER_PRODUCT));

  /** Maximum classifier discrepancy, with batch normalization. Paper: Saito et al. 2018. */
  public static final AdaptationMethod MCD =
      new AdaptationMethod("mcd", Mcd::new, Normalization.FEATURES, Mcd.CLASSIFIERS);

  /** Margin disparity discrepancy. Paper: Zhang et al. 2019. */
  public static final AdaptationMethod MDD = new AdaptationMethod("mdd", Mdd::new);

  /**
   * Stepwise adaptive feature norm, with batch normalization of features. Paper: Xu et al. 2019.
   */
  public static final AdaptationMethod AFN =
      new AdaptationMethod("afn", layers -> new Afn(), Normalization.FEATURES, 1);

  /** Batch nuclear-norm maximisation. Paper: Cui et al. 2020. */
  public static final AdaptationMethod BNM = plain("bnm", PlainLosses::bnm);

  private static final List<AdaptationMethod> BUILT_IN =
      List.of(SOURCE_ONLY, DDC, DAN, RTN, JAN, DANN, ADDA, MADA, CDAN, CDAN_E, MCD, MDD, AFN, BNM);

  private final String name;
  private final Function<LayerFactory, AdaptationLoss> start;
  private final Normalization needed;
  private final int lastLayers;

  private AdaptationMethod(String name, Function<LayerFactory, AdaptationLoss> start) {
    this(name, start, Normalization.NONE, 1);
  }

  /**
   * A method.
   *
   * @param lastLayers number of parallel last layers of the encoder
   */
  private AdaptationMethod(
      String name,
      Function<LayerFactory, AdaptationLoss> start,
      Normalization needed,
      int lastLayers) {
    this.name = name;
    this.start = start;
    this.needed = needed;
    this.lastLayers = lastLayers;
  }

  private static AdaptationMethod plain(String name, Function<ForwardPass, NDArray> loss) {
    return new AdaptationMethod(name, layers -> pass -> Optional.of(loss.apply(pass)));
  }

  /**
   * Your own loss on the features and logits of a batch, a scalar added to the source loss.
   *
   * @param name for messages and files; not blank, not that of a built-in method
   */
  public static AdaptationMethod of(String name, Function<ForwardPass, NDArray> loss) {
    requireNew(name);
    return plain(name, loss);
  }

  /**
   * Your own loss with layers that are trained with the network, such as a discriminator.
   *
   * @param name for messages and files; not blank, not that of a built-in method
   * @param start makes the loss and its layers, once per training
   */
  public static AdaptationMethod withLayers(
      String name, Function<LayerFactory, AdaptationLoss> start) {
    requireNew(name);
    return new AdaptationMethod(name, start);
  }

  private static void requireNew(String name) {
    if (name.isBlank() || named(name).isPresent()) {
      throw new IllegalArgumentException(
          "Method name is \"" + name + "\"; it must not be blank or one of " + names());
    }
  }

  /** The name in commands and files, such as {@code cdan-e}. */
  public String name() {
    return name;
  }

  /** The loss, with layers of its own for one training. */
  public AdaptationLoss start(LayerFactory layers) {
    return start.apply(layers);
  }

  /** The normalization to train with: the one that is set or, without one, what the loss needs. */
  public Normalization normalization(Normalization set) {
    return set == Normalization.NONE ? needed : set;
  }

  /** Widths of the encoder's layers: those that are set, the last one once per classifier. */
  public List<Integer> widths(List<Integer> set) {
    List<Integer> widths = new ArrayList<>(set);
    widths.set(set.size() - 1, lastLayers * set.get(set.size() - 1));
    return widths;
  }

  public static List<AdaptationMethod> builtIn() {
    return BUILT_IN;
  }

  public static Optional<AdaptationMethod> named(String name) {
    return BUILT_IN.stream().filter(method -> method.name.equals(name)).findFirst();
  }

  public static List<String> names() {
    return BUILT_IN.stream().map(AdaptationMethod::name).toList();
  }

  @Override
  public String toString() {
    return name;
  }
}
