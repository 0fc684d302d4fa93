package org.transcal.monitoring;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.transcal.matrix.Matrix;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;

/**
 * The rows of one night.
 *
 * @param logits what the deployed model said
 * @param features what it computed them from; empty if the reference has none
 * @param labels true classes as far as they are known; unknown ones are {@link Labels#UNKNOWN}
 * @param columns values by which rows are divided into segments, one per row, by name of column
 */
public record Batch(
    Logits logits,
    Optional<Matrix> features,
    Optional<Labels> labels,
    Map<String, List<String>> columns) {}
