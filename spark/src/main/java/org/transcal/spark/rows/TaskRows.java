package org.transcal.spark.rows;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.StorageLevel;
import org.transcal.spark.rows.RowPlan.Part;

/**
 * The rows of a task, read once, checked, and cached in blocks on the executors.
 *
 * <p>Cost: one pass over the DataFrame; the cache takes 4 bytes per number if single precision
 * holds it exactly, else 8.
 */
public final class TaskRows implements AutoCloseable {
  private final JavaRDD<Chunk> chunks;
  private final RowStatistics statistics;

  private TaskRows(JavaRDD<Chunk> chunks, RowStatistics statistics) {
    this.chunks = chunks;
    this.statistics = statistics;
  }

  /**
   * Fails unless a schema has the columns of a plan, in types that can be read.
   *
   * @throws IllegalArgumentException naming the column
   */
  public static void requireColumns(StructType schema, RowPlan plan) {
    RowPlan.Columns columns = plan.columns();
    DataType split = VectorValues.type(schema, columns.split());
    if (!(split instanceof StringType)) {
      throw new IllegalArgumentException(
          "Column \""
              + columns.split()
              + "\" has type "
              + split.catalogString()
              + "; it must hold the names of splits");
    }
    VectorValues.requireColumn(schema, columns.logits());
    requireNumber(schema, columns.label());
    if (plan.needs(Part.FEATURES)) {
      VectorValues.requireColumn(schema, columns.features());
    }
    if (plan.needs(Part.IMPORTANCE)) {
      requireNumber(schema, columns.importance());
    }
  }

  /** Fails unless a column exists and holds numbers. */
  public static void requireNumber(StructType schema, String column) {
    DataType type = VectorValues.type(schema, column);
    if (!(type instanceof NumericType || type instanceof BooleanType)) {
      throw new IllegalArgumentException(
          "Column \"" + column + "\" has type " + type.catalogString() + "; it must hold numbers");
    }
  }

  /**
   * Reads the rows.
   *
   * @throws IllegalArgumentException naming a column and an example, if a row is invalid
   */
  public static TaskRows read(Dataset<?> dataset, RowPlan plan, StorageLevel storage) {
    StructType schema = dataset.schema();
    requireColumns(schema, plan);
    RowPlan.Columns names = plan.columns();
    List<Column> columns = new ArrayList<>();
    columns.add(VectorValues.column(names.split()));
    columns.add(VectorValues.selected(schema, names.logits()));
    columns.add(VectorValues.column(names.label()).cast(DataTypes.DoubleType));
    if (plan.needs(Part.FEATURES)) {
      columns.add(VectorValues.selected(schema, names.features()));
    }
    if (plan.needs(Part.IMPORTANCE)) {
      columns.add(VectorValues.column(names.importance()).cast(DataTypes.DoubleType));
    }
    JavaRDD<Chunk> chunks =
        dataset
            .select(columns.toArray(Column[]::new))
            .toDF()
            .javaRDD()
            .mapPartitions(rows -> (java.util.Iterator<Chunk>) new BlockReader(rows, plan));
    chunks.persist(storage);
    boolean read = false;
    try {
      RowStatistics statistics =
          chunks.treeAggregate(new RowStatistics(), RowStatistics::add, RowStatistics::merge);
      statistics.requireValid(plan);
      read = true;
      return new TaskRows(chunks, statistics);
    } finally {
      // Not a catch: Scala throws SparkException, a checked exception, without declaring it.
      if (!read) {
        chunks.unpersist(false);
      }
    }
  }

  /** The result of the first pass. */
  public RowStatistics statistics() {
    return statistics;
  }

  /** The blocks of all splits. */
  public JavaRDD<RowBlock> blocks() {
    return chunks.filter(chunk -> chunk instanceof RowBlock).map(chunk -> (RowBlock) chunk);
  }

  /** The blocks of one split. */
  public JavaRDD<RowBlock> blocks(Split split) {
    return blocks().filter(block -> block.split() == split);
  }

  /** Frees the cache. */
  @Override
  public void close() {
    chunks.unpersist(false);
  }
}
