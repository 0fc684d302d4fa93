package org.transcal.spark.rows;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;
import scala.Function1;

/** What happens to invalid rows: the values of {@code handleInvalid} in Spark ML. */
public enum HandleInvalid {
  /** The job fails with a message that names the column and an example. */
  ERROR,
  /** They are dropped. */
  SKIP,
  /** They stay, with null outputs. */
  KEEP;

  /** The parameter of a stage that accepts some of the values. */
  public static Param<String> param(Params stage, HandleInvalid... accepted) {
    List<String> keys = Arrays.stream(accepted).map(HandleInvalid::key).toList();
    String list = keys.stream().collect(Collectors.joining("\", \"", "\"", "\""));
    // Throws, because Spark alone would only say "invalid value".
    Function1<String, Object> check =
        (Function1<String, Object> & Serializable)
            value -> {
              if (!keys.contains(value)) {
                throw new IllegalArgumentException(
                    "handleInvalid is \"" + value + "\"; it must be one of " + list);
              }
              return true;
            };
    return new Param<>(stage, "handleInvalid", "what happens to invalid rows: " + list, check);
  }

  /** The value as users write it. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The value of a parameter that was checked when it was set. */
  public static HandleInvalid of(String key) {
    return valueOf(key.toUpperCase(Locale.ROOT));
  }
}
