package org.transcal.spark.rows;

import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.function.IntToDoubleFunction;
import org.apache.spark.ml.linalg.DenseVector;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;
import scala.collection.Seq;

/** Columns that hold a row of numbers: vectors of Spark ML, or arrays. */
public final class VectorValues {
  /** Largest vector that is read: a sparse vector may have any size, and is made dense. */
  public static final int LARGEST_SIZE = 1 << 20;

  private static final int SHOWN = 6;

  private VectorValues() {}

  /** Fails unless a column exists and holds vectors or arrays of numbers. */
  public static void requireVectors(StructType schema, String column) {
    DataType type = type(schema, column);
    require(
        type.equals(SQLDataTypes.VectorType())
            || (type instanceof ArrayType array && array.elementType() instanceof NumericType),
        column,
        type,
        "vectors of Spark ML or arrays of numbers");
  }

  /** Fails unless a column exists and holds numbers. */
  public static void requireNumbers(StructType schema, String column) {
    DataType type = type(schema, column);
    require(type instanceof NumericType || type instanceof BooleanType, column, type, "numbers");
  }

  /** Fails unless a column exists and holds text. */
  public static void requireNames(StructType schema, String column) {
    DataType type = type(schema, column);
    require(type instanceof StringType, column, type, "the names of splits");
  }

  /** Fails unless a column exists. */
  public static void requireExists(StructType schema, String column) {
    type(schema, column);
  }

  private static void require(boolean condition, String column, DataType type, String expected) {
    if (!condition) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "Column \"%s\" has type %s; it must hold %s",
              column,
              type.catalogString(),
              expected));
    }
  }

  private static DataType type(StructType schema, String column) {
    if (!List.of(schema.fieldNames()).contains(column)) {
      throw new IllegalArgumentException(
          "There is no column \""
              + column
              + "\"; the columns are "
              + String.join(", ", schema.fieldNames()));
    }
    return schema.apply(column).dataType();
  }

  /** The column with a name, which may contain any characters. */
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

  /** Number of elements of a field that is not null; nothing is copied. */
  public static int size(Object field) {
    return field instanceof Vector vector ? vector.size() : ((Seq<?>) field).size();
  }

  /**
   * The numbers of a field that is not null; a null element becomes NaN. A sparse vector is made
   * dense, so callers check its {@link #size} first.
   */
  public static double[] read(Object field) {
    if (field instanceof Vector vector) {
      return vector instanceof DenseVector dense ? dense.values() : vector.toArray();
    }
    double[] values = new double[size(field)];
    for (int i = 0; i < values.length; i++) {
      values[i] = number(field, i);
    }
    return values;
  }

  private static double number(Object field, int at) {
    if (field instanceof Vector vector) {
      return vector.apply(at);
    }
    return ((Seq<?>) field).apply(at) instanceof Number number ? number.doubleValue() : Double.NaN;
  }

  /** The numbers of a field as a message shows them. */
  public static String show(Object field) {
    return show(size(field), at -> number(field, at));
  }

  /** The numbers as a message shows them. */
  public static String show(double[] values) {
    return show(values.length, at -> values[at]);
  }

  private static String show(int size, IntToDoubleFunction number) {
    StringJoiner shown = new StringJoiner(", ", "[", "]");
    for (int i = 0; i < Math.min(size, SHOWN); i++) {
      shown.add(Double.toString(number.applyAsDouble(i)));
    }
    if (size > SHOWN) {
      shown.add("… " + size + " numbers");
    }
    return shown.toString();
  }

  /** As {@link #show}, beginning with the number at fault. */
  public static String showAt(double[] values, int at) {
    return "element " + at + " = " + values[at] + " of " + show(values);
  }

  /** The class in a label column that was cast to double, or −1 if it is none of 0 … K−1. */
  public static int label(Row row, int field, int classes) {
    double value = row.isNullAt(field) ? -1 : row.getDouble(field);
    return value >= 0 && value < classes && value == Math.rint(value) ? (int) value : -1;
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
