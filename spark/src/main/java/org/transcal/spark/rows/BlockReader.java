package org.transcal.spark.rows;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Queue;
import org.apache.spark.sql.Row;
import org.transcal.spark.rows.RowPlan.Weighting;

/** Reads the rows of a partition into blocks, on demand. */
final class BlockReader implements Iterator<Chunk> {
  private static final double[] NONE = {};

  /** Fields of the rows, in the order in which {@link TaskRows} selects columns. */
  private static final int SPLIT = 0;

  private static final int LOGITS = 1;
  private static final int LABEL = 2;
  private static final int WEIGHTING = 3;

  private final Iterator<Row> rows;
  private final RowPlan plan;
  private final RowChecks checks;
  private final BlockBuilder[] builders = new BlockBuilder[Split.values().length];
  private final Queue<Chunk> ready = new ArrayDeque<>();
  private boolean ended;

  BlockReader(Iterator<Row> rows, RowPlan plan) {
    this.rows = rows;
    this.plan = plan;
    this.checks = new RowChecks(plan);
    for (Split split : Split.values()) {
      builders[split.ordinal()] = new BlockBuilder(split);
    }
  }

  @Override
  public boolean hasNext() {
    while (ready.isEmpty() && rows.hasNext()) {
      take(rows.next());
    }
    if (ready.isEmpty() && !ended) {
      ended = true;
      for (BlockBuilder builder : builders) {
        if (!builder.isEmpty()) {
          ready.add(builder.build());
        }
      }
      if (!checks.invalidRows().isEmpty()) {
        ready.add(checks.invalidRows());
      }
    }
    return !ready.isEmpty();
  }

  @Override
  public Chunk next() {
    if (!hasNext()) {
      throw new NoSuchElementException("The partition has no more rows");
    }
    return ready.remove();
  }

  private void take(Row row) {
    checks.startRow();
    int number = checks.split(row, SPLIT);
    if (number < 0) {
      return;
    }
    Split split = Split.values()[number];
    boolean needsFeatures = plan.weighting() == Weighting.FEATURES;
    if (split == Split.SOURCE_TRAIN && !needsFeatures) {
      return;
    }
    double[] features = needsFeatures ? checks.features(row, WEIGHTING, split) : NONE;
    double[] logits = split == Split.SOURCE_TRAIN ? NONE : checks.logits(row, LOGITS, split);
    boolean usable =
        (!needsFeatures || features.length > 0)
            && (split == Split.SOURCE_TRAIN || logits.length > 0);
    int label = 0;
    double weight = 1;
    if (split == Split.SOURCE_VALIDATION && logits.length > 0) {
      label = checks.label(row, LABEL, logits.length);
      if (plan.weighting() == Weighting.IMPORTANCE) {
        weight = checks.importance(row, WEIGHTING);
      }
      usable = usable && label >= 0 && !Double.isNaN(weight);
    }
    if (usable) {
      BlockBuilder builder = builders[number];
      if (builder.isFullFor(features.length, logits.length)) {
        ready.add(builder.build());
      }
      builder.add(features, logits, label, weight);
    }
  }
}
