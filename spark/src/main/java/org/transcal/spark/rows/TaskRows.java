package org.transcal.spark.rows;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.StorageLevel;
import org.transcal.spark.sum.ExactSums;

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
    VectorValues.requireNames(schema, columns.split());
    VectorValues.requireVectors(schema, columns.logits());
    VectorValues.requireNumbers(schema, columns.label());
    switch (plan.weighting()) {
      case FEATURES -> VectorValues.requireVectors(schema, columns.features());
      case IMPORTANCE -> VectorValues.requireNumbers(schema, columns.importance());
      case NONE -> {}
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
    switch (plan.weighting()) {
      case FEATURES -> columns.add(VectorValues.selected(schema, names.features()));
      case IMPORTANCE ->
          columns.add(VectorValues.column(names.importance()).cast(DataTypes.DoubleType));
      case NONE -> {}
    }
    JavaRDD<Chunk> chunks =
        dataset
            .select(columns.toArray(Column[]::new))
            .toDF()
            .javaRDD()
            .mapPartitions(rows -> (Iterator<Chunk>) new BlockReader(rows, plan));
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

  /** What the rows of a partition add to sums. */
  @FunctionalInterface
  public interface Terms extends Serializable {
    /** Adds the rows of some blocks. */
    void add(Iterator<RowBlock> blocks, ExactSums sums);
  }

  /** Sums over the rows of blocks in one pass; bounds are as in {@link ExactSums#bounded}. */
  public static ExactSums sum(JavaRDD<RowBlock> blocks, double[] bounds, Terms terms) {
    ExactSums empty = ExactSums.bounded(bounds);
    return blocks
        .mapPartitions(
            partition -> {
              ExactSums part = empty.fresh();
              terms.add(partition, part);
              return List.of(part).iterator();
            })
        .treeAggregate(empty, ExactSums::merge, ExactSums::merge);
  }

  /** Frees the cache. */
  @Override
  public void close() {
    chunks.unpersist(false);
  }
}
