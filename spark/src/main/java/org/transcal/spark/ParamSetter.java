package org.transcal.spark;

import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;

/** Sets a parameter and returns the stage, so that setters can be chained. */
final class ParamSetter {
  private ParamSetter() {}

  @SuppressWarnings("unchecked") // S is the stage's own type in every parameter interface.
  static <S, T> S set(Params stage, Param<T> param, T value) {
    return (S) stage.set(param, value);
  }
}
