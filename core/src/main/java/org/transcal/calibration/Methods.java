package org.transcal.calibration;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.transcal.accuracy.ControlVariates;
import org.transcal.calibration.CalibrationMethod.Need;
import org.transcal.model.AffineModel;
import org.transcal.prediction.Probabilities;
import org.transcal.task.TransferTask;

/**
 * Every method by the name that commands and results use.
 *
 * <pre>{@code
 * TransferTask task = KnownShift.demo(7).task();
 * FittedCalibration fit = Methods.recommended().fit(task);
 * Probabilities calibrated = fit.model().calibrate(task.target().logits());
 * }</pre>
 */
public final class Methods {
  /** The method that is fitted if none is named. */
  public static final String DEFAULT = "recommended";

  /** The method that is fitted if none is named but labelled target rows are given. */
  public static final String LABELLED = Labelled.NAME;

  /** The method that changes nothing: what others are compared with. */
  public static final String UNCALIBRATED = new Vanilla().name();

  /** The method that is given target labels: the best any temperature could do. */
  public static final String ORACLE = OracleTemperature.NAME;

  private static final Map<String, Function<MethodSettings, CalibrationMethod>> BY_NAME =
      new LinkedHashMap<>();

  static {
    register(settings -> new Vanilla());
    register(settings -> new TemperatureScaling());
    register(settings -> new AffineScaling(AffineModel.Form.VECTOR));
    register(settings -> new AffineScaling(AffineModel.Form.MATRIX));
    registerBinary("platt", "a sigmoid", BinaryFits::platt);
    registerBinary("isotonic", "an isotonic regression", BinaryFits::isotonic);
    registerBinary("histogram", "bin means", BinaryFits::histogram);
    register(settings -> new Cpcs(Cpcs.Form.PLAIN, settings.densityRatio()));
    register(settings -> new Cpcs(Cpcs.Form.ORIGINAL, settings.densityRatio()));
    register(settings -> TransCal.released().withDensityRatio(settings.densityRatio()));
    register(settings -> TransCal.withoutBiasReduction().withDensityRatio(settings.densityRatio()));
    registerVariates(ControlVariates.NONE);
    registerVariates(ControlVariates.WEIGHT);
    registerVariates(ControlVariates.CORRECTNESS);
    registerVariates(ControlVariates.PARALLEL);
    register(settings -> new TransCalPaper(settings.bins(), settings.densityRatio()));
    register(settings -> new OracleTemperature(settings.targetLabels(), settings.bins()));
    registerAveraged("mc-dropout", "passes with dropout", Need.MC_DROPOUT, TransferTask::mcDropout);
    registerAveraged("ensemble", "trained models", Need.ENSEMBLE, TransferTask::ensemble);
    registerAveraged("svi", "samples of the last layer", Need.SVI, TransferTask::svi);
    register(settings -> new PseudoCal());
    register(settings -> new Utdc());
    register(settings -> new Recommended());
    register(settings -> new LabelShiftTemperature());
    register(Labelled::new);
  }

  private Methods() {}

  /** All names, in the order that tables show them. */
  public static List<String> names() {
    return List.copyOf(BY_NAME.keySet());
  }

  /**
   * The method of a name.
   *
   * @throws IllegalArgumentException listing the names, if it is unknown
   */
  public static CalibrationMethod named(String name, MethodSettings settings) {
    Function<MethodSettings, CalibrationMethod> method = BY_NAME.get(name);
    if (method == null) {
      throw new IllegalArgumentException(
          "Unknown method \"" + name + "\"; known methods: " + String.join(", ", names()));
    }
    return method.apply(settings);
  }

  /** The default method, {@value #DEFAULT}, with default settings. */
  public static Calibrator recommended() {
    return calibrator(DEFAULT);
  }

  /**
   * The method of a name, with default settings.
   *
   * @throws IllegalArgumentException if the name is unknown, or the method gives probabilities only
   */
  public static Calibrator calibrator(String name) {
    if (named(name, MethodSettings.defaults()) instanceof Calibrator calibrator) {
      return calibrator;
    }
    throw new IllegalArgumentException(
        name + " gives probabilities only, no model: use Methods.named");
  }

  /** All methods. */
  public static List<CalibrationMethod> all(MethodSettings settings) {
    return names().stream().map(name -> named(name, settings)).toList();
  }

  private static void register(Function<MethodSettings, CalibrationMethod> method) {
    BY_NAME.put(method.apply(MethodSettings.defaults()).name(), method);
  }

  private static void registerBinary(
      String name, String what, OneVsRestCalibration.BinaryFit binary) {
    String summary = what + " for each class on source validation, renormalised";
    register(settings -> new OneVsRestCalibration(name, summary, binary));
  }

  private static void registerAveraged(
      String name, String over, Need need, Function<TransferTask, Optional<Probabilities>> part) {
    String summary = "mean probabilities over " + over + ", as the task brings them";
    register(settings -> new AveragedPredictions(name, summary, need, part));
  }

  private static void registerVariates(ControlVariates variates) {
    register(
        settings ->
            TransCal.withControlVariates(variates).withDensityRatio(settings.densityRatio()));
  }
}
