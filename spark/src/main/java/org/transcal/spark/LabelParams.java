package org.transcal.spark;

import java.io.Serializable;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;
import scala.Function1;

/**
 * Parameters of stages that compare predictions with labels.
 *
 * @param <S> the stage, which setters return
 */
public interface LabelParams<S> extends Params {
  /** Maximum number of bins: every partition keeps sums for each bin. */
  int MAX_BINS = 10_000;

  /** Parameter: label column. */
  default Param<String> labelCol() {
    return new Param<>(
        this, "labelCol", "class 0 … K−1; an estimator reads it for source validation rows only");
  }

  /** Name of the label column. */
  default String getLabelCol() {
    return getOrDefault(labelCol());
  }

  /** Sets the label column. */
  default S setLabelCol(String value) {
    return ParamSetter.set(this, labelCol(), value);
  }

  /** Parameter: number of bins. */
  default IntParam bins() {
    // Throws, because Spark alone would only say "invalid value".
    Function1<Object, Object> check =
        (Function1<Object, Object> & Serializable)
            value -> {
              if ((int) value < 1 || (int) value > MAX_BINS) {
                throw new IllegalArgumentException(
                    "bins is " + value + "; it must be in 1 … " + MAX_BINS);
              }
              return true;
            };
    return new IntParam(this, "bins", "number of equal-width bins, 1 to " + MAX_BINS, check);
  }

  /** Number of bins. */
  default int getBins() {
    return (int) getOrDefault(bins());
  }

  /** Sets the number of bins. */
  default S setBins(int value) {
    return ParamSetter.set(this, bins(), value);
  }
}
