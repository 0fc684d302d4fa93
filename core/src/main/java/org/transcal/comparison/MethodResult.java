package org.transcal.comparison;

import java.util.Optional;
import org.transcal.calibration.FittedCalibration;
import org.transcal.calibration.FittedMethod;

/**
 * One method on one task.
 *
 * @param method the method's name
 * @param seconds how long fitting took
 * @param fitted what was found; empty if the method could not run
 * @param scores scores on the target, if labels are known and the method ran
 * @param failure why the method could not run; empty if it did
 */
public record MethodResult(
    String method,
    double seconds,
    Optional<FittedMethod> fitted,
    Optional<TargetScores> scores,
    Optional<Failure> failure) {

  /** What was found, if it is a model and not only probabilities. */
  public Optional<FittedCalibration> calibration() {
    return fitted.filter(FittedCalibration.class::isInstance).map(FittedCalibration.class::cast);
  }

  /** Why a method could not run. */
  public record Failure(Cause cause, String message) {}

  /** Why there is no result, in words; empty if there is one. */
  public Optional<String> withoutResult() {
    return failure.map(why -> why.cause().words(method, why.message()));
  }

  /** Whose fault a failure is. */
  public enum Cause {
    /** The task lacks arrays the method needs, or they do not fit: exit status 3. */
    MISSING_INPUT,
    /** The task cannot be read or made: exit status 3. */
    UNREADABLE,
    /** The data are well formed but cannot be calibrated: exit status 4. */
    NOT_CALIBRATABLE,
    /** Memory ran out: exit status 3. */
    OUT_OF_MEMORY,
    /** An internal error: exit status 1. */
    UNEXPECTED;

    /** A failure in words; a method whose optional input is absent was not run. */
    public String words(String method, String message) {
      if (this != MISSING_INPUT) {
        return "failed: " + message;
      }
      boolean named = message.startsWith(method + " ");
      return "not run: " + (named ? message.substring(method.length() + 1) : message);
    }
  }
}
