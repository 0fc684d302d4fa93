package org.transcal.spark;

import java.io.Serializable;
import java.util.Locale;
import org.apache.spark.TaskContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.transcal.matrix.Matrix;
import org.transcal.model.CalibrationModel;
import org.transcal.prediction.Logits;
import org.transcal.spark.rows.HandleInvalid;
import org.transcal.spark.rows.VectorValues;

/**
 * Calibrates the logits of a row as a column expression, which Spark can leave out or evaluate
 * after filters.
 */
record RowCalibration(String column, HandleInvalid invalid, Broadcast<ModelText> model)
    implements Serializable {
  /** Fields of {@link #calibrated}. */
  static final String PROBABILITY = "probability";

  static final String CONFIDENCE = "confidence";

  private static final StructType OUTPUT =
      new StructType()
          .add(PROBABILITY, SQLDataTypes.VectorType(), false)
          .add(CONFIDENCE, DataTypes.DoubleType, false);

  /** Probabilities and confidence; null for invalid rows that are kept. */
  Column calibrated(Column logits) {
    UserDefinedFunction function =
        functions.udf((UDF1<Object, Row>) this::calibrate, OUTPUT).withName("calibrate");
    return (invalid == HandleInvalid.KEEP ? function : function.asNonNullable()).apply(logits);
  }

  /** Whether a row can be calibrated. */
  Column isValid(Column logits) {
    return functions
        .udf((UDF1<Object, Boolean>) field -> problem(field).isEmpty(), DataTypes.BooleanType)
        .withName("canBeCalibrated")
        .asNonNullable()
        .apply(logits);
  }

  private Row calibrate(Object field) {
    String problem = problem(field);
    if (!problem.isEmpty()) {
      if (invalid == HandleInvalid.ERROR) {
        throw new IllegalArgumentException(problem);
      }
      return null;
    }
    CalibrationModel map = model.value().model();
    double[] probabilities = new double[map.classes()];
    map.calibrate(Logits.of(Matrix.wrap(VectorValues.read(field), 1, map.classes())))
        .copyRow(0, probabilities);
    double confidence = 0;
    for (double p : probabilities) {
      confidence = Math.max(confidence, p);
    }
    return RowFactory.create(Vectors.dense(probabilities), Math.min(1, confidence));
  }

  /** What is wrong with the logits of a row; empty if they are valid. */
  private String problem(Object field) {
    int classes = model.value().model().classes();
    if (field == null) {
      return message("is null", classes);
    }
    int size = VectorValues.size(field);
    if (size != classes) {
      return message("holds " + size + " numbers, " + VectorValues.show(field), classes);
    }
    double[] logits = VectorValues.read(field);
    int wrong = VectorValues.firstBeyond(logits, Logits.LARGEST);
    return wrong < 0 ? "" : message("holds " + VectorValues.showAt(logits, wrong), classes);
  }

  private String message(String what, int classes) {
    return String.format(
        Locale.ROOT,
        "Column \"%s\" %s (partition %d); %d finite logits are needed, or set handleInvalid to"
            + " \"skip\" or \"keep\"",
        column,
        what,
        TaskContext.getPartitionId(),
        classes);
  }
}
