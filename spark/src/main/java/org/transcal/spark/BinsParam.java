package org.transcal.spark;

import java.io.Serializable;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.Params;
import scala.Function1;

/** The parameter {@code bins}: a limit, since every partition keeps sums of each bin. */
final class BinsParam {
  private static final int MOST = 10_000;

  private BinsParam() {}

  static IntParam of(Params stage) {
    // Throws where Spark would only say "invalid value".
    Function1<Object, Object> check =
        (Function1<Object, Object> & Serializable)
            value -> {
              if ((int) value < 1 || (int) value > MOST) {
                throw new IllegalArgumentException(
                    "bins is " + value + "; it must be in 1 … " + MOST);
              }
              return true;
            };
    return new IntParam(stage, "bins", "number of equal-width bins, 1 to " + MOST, check);
  }
}
