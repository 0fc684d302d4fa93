package org.transcal.calibration;

import java.util.ArrayList;
import java.util.List;
import org.transcal.Termination;
import org.transcal.matrix.Frequencies;
import org.transcal.model.CalibrationModel;
import org.transcal.model.TemperatureModel;
import org.transcal.shift.FittedTemperature;
import org.transcal.shift.ImportanceWeights;
import org.transcal.task.TransferTask;

/** Fits made by hand, through the doors that only this package has, for tests of reports. */
public final class Fits {
  private Fits() {}

  /** A temperature and nothing else. */
  public static FittedCalibration temperature(String method, TransferTask task, double value) {
    return model(method, task, new TemperatureModel(task.classes(), value));
  }

  /** Any model. */
  public static FittedCalibration model(String method, TransferTask task, CalibrationModel model) {
    return FittedCalibration.of(method, task, model);
  }

  /** Everything that a search over temperature and λ leaves behind. */
  public static FittedCalibration transcal(
      TransferTask task,
      ImportanceWeights weights,
      Landscape landscape,
      double accuracy,
      Termination termination) {
    return FittedCalibration.of(
            "transcal",
            task,
            new FittedTemperature(landscape.chosen().temperature(), 1e-9, termination))
        .withEstimatedAccuracy(accuracy)
        .withLambda(landscape.chosen().lambda())
        .withWeights(weights)
        .withLandscape(() -> landscape);
  }

  /** A landscape of |mean confidence(T) − accuracy(λ)|, accuracy falling along a line in λ. */
  public static Landscape landscape(
      TransferTask task, int temperatures, int lambdas, double high, double low) {
    double[] t = new double[temperatures];
    double[] confidence = new double[temperatures];
    for (int j = 0; j < temperatures; j++) {
      t[j] = Math.pow(8, (double) j / (temperatures - 1));
      confidence[j] = meanConfidence(task, t[j]);
    }
    double[] l = new double[lambdas];
    double[][] objective = new double[lambdas][temperatures];
    List<Landscape.Point> zeros = new ArrayList<>();
    Landscape.Point chosen = new Landscape.Point(1, 0);
    for (int i = 0; i < lambdas; i++) {
      l[i] = (double) i / (lambdas - 1);
      double accuracy = high + (low - high) * l[i];
      for (int j = 0; j < temperatures; j++) {
        objective[i][j] = Math.abs(confidence[j] - accuracy);
      }
      if (accuracy < confidence[0] && accuracy > confidence[temperatures - 1]) {
        Landscape.Point zero = new Landscape.Point(solve(t, confidence, accuracy), l[i]);
        zeros.add(zero);
        chosen = distance(zero) < distance(chosen) || zeros.size() == 1 ? zero : chosen;
      }
    }
    return new Landscape(t, l, objective, zeros, new Landscape.Point(2.0, 0.5), chosen);
  }

  /** A landscape of given numbers. */
  public static Landscape landscape(
      double[] temperatures,
      double[] lambdas,
      double[][] objective,
      List<Landscape.Point> zeros,
      Landscape.Point chosen) {
    return new Landscape(
        temperatures, lambdas, objective, zeros, new Landscape.Point(2.0, 0.5), chosen);
  }

  /** Where confidence, which falls along the grid, meets the accuracy: on a line between points. */
  private static double solve(double[] temperatures, double[] confidence, double accuracy) {
    int j = 0;
    while (confidence[j + 1] > accuracy) {
      j++;
    }
    double share = (confidence[j] - accuracy) / (confidence[j] - confidence[j + 1]);
    return temperatures[j] + share * (temperatures[j + 1] - temperatures[j]);
  }

  private static double meanConfidence(TransferTask task, double temperature) {
    Frequencies frequencies = task.target().frequencies();
    return frequencies.mean(task.target().logits().softmax(temperature).top().confidences());
  }

  private static double distance(Landscape.Point point) {
    return Math.hypot(point.temperature() - 2, point.lambda() - 0.5);
  }
}
