package org.transcal.spark.rows;

import java.util.List;
import java.util.StringJoiner;
import org.apache.spark.ml.linalg.DenseVector;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructType;

/** Columns that hold a row of numbers: vectors of Spark ML, or arrays. */
public final class VectorValues {
  private static final int SHOWN = 6;

  private VectorValues() {}

  /**
   * Fails unless a column exists and holds vectors or arrays of numbers.
   *
   * @throws IllegalArgumentException naming the column and its type
   */
  public static void requireColumn(StructType schema, String column) {
    DataType type = type(schema, column);
    boolean numbers =
        type.equals(SQLDataTypes.VectorType())
            || (type instanceof ArrayType array && array.elementType() instanceof NumericType);
    if (!numbers) {
      throw new IllegalArgumentException(
          "Column \""
              + column
              + "\" has type "
              + type.catalogString()
              + "; it must hold vectors of Spark ML or arrays of numbers");
    }
  }

  /** The type of a column that must exist. */
  public static DataType type(StructType schema, String column) {
    if (!List.of(schema.fieldNames()).contains(column)) {
      throw new IllegalArgumentException(
          "There is no column \""
              + column
              + "\"; the columns are "
              + String.join(", ", schema.fieldNames()));
    }
    return schema.apply(column).dataType();
  }

  /** The column of a name, whatever characters it has. */
  public static Column column(String name) {
    return functions.col("`" + name.replace("`", "``") + "`");
  }

  /** The column as {@link #read} takes it. */
  public static Column selected(StructType schema, String column) {
    Column values = column(column);
    return type(schema, column) instanceof ArrayType
        ? values.cast(DataTypes.createArrayType(DataTypes.DoubleType))
        : values;
  }

  /** The numbers of a field that is not null; a null within an array becomes NaN. */
  public static double[] read(Row row, int field) {
    if (row.get(field) instanceof Vector vector) {
      return vector instanceof DenseVector dense ? dense.values() : vector.toArray();
    }
    List<Double> list = row.getList(field);
    double[] values = new double[list.size()];
    for (int i = 0; i < values.length; i++) {
      Double value = list.get(i);
      values[i] = value == null ? Double.NaN : value;
    }
    return values;
  }

  /** The numbers as a message shows them. */
  public static String show(double[] values) {
    StringJoiner shown = new StringJoiner(", ", "[", "]");
    for (int i = 0; i < Math.min(values.length, SHOWN); i++) {
      shown.add(Double.toString(values[i]));
    }
    if (values.length > SHOWN) {
      shown.add("… " + values.length + " numbers");
    }
    return shown.toString();
  }

  /** As {@link #show}, from the number on that is at fault. */
  public static String showAt(double[] values, int at) {
    return "element " + at + " = " + values[at] + " of " + show(values);
  }

  /** Position of the first number that is NaN or beyond a limit either way, or −1. */
  public static int firstBeyond(double[] values, double limit) {
    for (int i = 0; i < values.length; i++) {
      if (!(Math.abs(values[i]) <= limit)) {
        return i;
      }
    }
    return -1;
  }
}
