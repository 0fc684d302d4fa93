package org.transcal.bench.quality;

import java.util.List;
import org.transcal.adapt.method.AdaptationMethod;
import org.transcal.adapt.network.Normalization;
import org.transcal.adapt.train.TrainingSettings;

/**
 * A kind of model in the study of adaptation methods.
 *
 * @param name in the file of runs and on the page, without commas
 * @param dataSets those it is trained on
 */
record TrainedModel(
    String name, AdaptationMethod method, TrainingSettings settings, List<String> dataSets) {
  static final List<String> DATA_SETS =
      List.of("amazon_bow", "office_caltech10_surf", "gas_drift", GeneratedDigits.NAME);

  /** With ten classes, CDAN sees 4000 products of these features, and a random map of more. */
  private static final int WIDEST_EXACT = 400;

  private static final int RANDOM = 512;

  /** Every method with the defaults, on every data set. */
  static List<TrainedModel> methods() {
    return AdaptationMethod.builtIn().stream()
        .map(
            method -> new TrainedModel(method.name(), method, TrainingSettings.DEFAULTS, DATA_SETS))
        .toList();
  }

  /** Kinds of normalization, and CDAN with and without its random map. */
  static List<TrainedModel> options() {
    return List.of(
        normalized(AdaptationMethod.SOURCE_ONLY, Normalization.BATCH),
        normalized(AdaptationMethod.SOURCE_ONLY, Normalization.TRANSNORM),
        normalized(AdaptationMethod.CDAN_E, Normalization.BATCH),
        normalized(AdaptationMethod.CDAN_E, Normalization.TRANSNORM),
        wide(AdaptationMethod.SOURCE_ONLY, WIDEST_EXACT),
        wide(AdaptationMethod.CDAN_E, WIDEST_EXACT),
        wide(AdaptationMethod.SOURCE_ONLY, RANDOM),
        wide(AdaptationMethod.CDAN_E, RANDOM));
  }

  private static TrainedModel normalized(AdaptationMethod method, Normalization normalization) {
    return new TrainedModel(
        method + " " + normalization.optionName(),
        method,
        TrainingSettings.DEFAULTS.withNormalization(normalization),
        List.of("amazon_bow", "office_caltech10_surf", GeneratedDigits.NAME));
  }

  private static TrainedModel wide(AdaptationMethod method, int features) {
    return new TrainedModel(
        method + " " + features + " features",
        method,
        TrainingSettings.DEFAULTS.withWidths(List.of(256, features)),
        List.of("office_caltech10_surf", GeneratedDigits.NAME));
  }
}
