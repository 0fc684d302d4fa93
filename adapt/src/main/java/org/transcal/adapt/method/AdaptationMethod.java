package org.transcal.adapt.method;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The methods by name. */
public enum AdaptationMethod {
  /** No adaptation. */
  SOURCE_ONLY("source-only", "no adaptation", parts -> new SourceOnly()),
  /** Long et al. 2015. */
  DAN("dan", "multi-kernel MMD on features", parts -> new Dan()),
  /** Long et al. 2017. */
  JAN("jan", "joint MMD on features and predictions", parts -> new Jan()),
  /** Ganin et al. 2016. */
  DANN("dann", "domain discriminator behind gradient reversal", Dann::new),
  /** Long et al. 2018. */
  CDAN(
      "cdan",
      "discriminator on prediction ⊗ feature",
      parts -> new Cdan(parts, Cdan.Conditioning.PLAIN)),
  /** Long et al. 2018, with entropy conditioning. */
  CDAN_E(
      "cdan-e",
      "cdan that counts rows by certainty",
      parts -> new Cdan(parts, Cdan.Conditioning.ENTROPY)),
  /** Saito et al. 2018. */
  MCD("mcd", "two classifiers, discrepancy on the target", Mcd::new),
  /** Zhang et al. 2019. */
  MDD("mdd", "adversarial classifier with a margin", Mdd::new),
  /** Xu et al. 2019. */
  AFN("afn", "features that grow step by step", parts -> new Afn()),
  /** Cui et al. 2020. */
  BNM("bnm", "batch nuclear norm of target predictions", parts -> new Bnm());

  private final String word;
  private final String meaning;
  private final Function<Parts, AdaptationLoss> start;

  AdaptationMethod(String word, String meaning, Function<Parts, AdaptationLoss> start) {
    this.word = word;
    this.meaning = meaning;
    this.start = start;
  }

  /** The name as commands and files have it, such as {@code cdan-e}. */
  public String word() {
    return word;
  }

  /** In a few words. */
  public String meaning() {
    return meaning;
  }

  /** Makes what the method trains beside a network. */
  public AdaptationLoss start(Parts parts) {
    return start.apply(parts);
  }

  /** The method of that name. */
  public static Optional<AdaptationMethod> named(String word) {
    return Arrays.stream(values()).filter(method -> method.word.equals(word)).findFirst();
  }

  /** All names. */
  public static List<String> words() {
    return Arrays.stream(values()).map(AdaptationMethod::word).toList();
  }
}
