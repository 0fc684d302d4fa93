package org.transcal.report;

import java.util.Arrays;
import org.transcal.matrix.Frequencies;
import org.transcal.metric.LabelledPredictions;
import org.transcal.metric.ReliabilityDiagram;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Probabilities;

/**
 * Labelled predictions as a report needs them: drawn in at most {@link #MOST_BINS} bins, with means
 * and the error over the requested bins.
 */
record Binned(ReliabilityDiagram diagram, double ece, double accuracy, double confidence) {
  /** More bins than this are too narrow to read, and a page of many charts would grow large. */
  static final int MOST_BINS = 30;

  static Binned of(Probabilities probabilities, Labels labels, Frequencies frequencies, int bins) {
    LabelledPredictions predictions =
        LabelledPredictions.of(probabilities, labels).countedBy(frequencies);
    double[] confidence = new double[predictions.rows()];
    double[] correctness = new double[predictions.rows()];
    Arrays.setAll(confidence, predictions::confidence);
    Arrays.setAll(correctness, predictions::correctness);
    ReliabilityDiagram asked = ReliabilityDiagram.of(predictions, bins);
    return new Binned(
        bins <= MOST_BINS ? asked : ReliabilityDiagram.of(predictions, MOST_BINS),
        asked.expectedCalibrationError(),
        frequencies.mean(correctness),
        frequencies.mean(confidence));
  }
}
