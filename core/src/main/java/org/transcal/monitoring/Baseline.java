package org.transcal.monitoring;

import java.util.Map;

/**
 * Quiet nights, for all rows or one segment.
 *
 * @param rows number of reference rows, N
 * @param nights number of reference nights, k; 0 if they were resampled from source rows
 * @param variations how each metric varies
 * @param confidences calibrated confidence of the reference rows at evenly spaced quantiles
 * @param classShares share of each predicted class
 */
public record Baseline(
    long rows,
    int nights,
    Map<Metric, Variation> variations,
    double[] confidences,
    double[] classShares) {}
