package org.transcal.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.transcal.metric.LabelledPredictions;
import org.transcal.metric.ReliabilityDiagram;
import org.transcal.prediction.Labels;
import org.transcal.prediction.Logits;

/** How good probabilities are, without any calibration. */
class MetricsOfPredictionsTest {
  @Test
  void givenLogitsAndLabels_thenReliabilityDiagramAndError() {
    Logits logits = Logits.copyOf(new double[][] {{2, 0}, {0, 2}, {2, 0}, {0, 0.5}});
    Labels labels = Labels.copyOf(new int[] {0, 1, 1, 1}, 2);

    LabelledPredictions predictions = LabelledPredictions.of(logits.softmax(1), labels);
    ReliabilityDiagram diagram = ReliabilityDiagram.of(predictions, 5);

    // sigmoid(2) = 0.881 three times, two of them right; sigmoid(0.5) = 0.622 once, right.
    ReliabilityDiagram.Bin last = diagram.bins().get(4);
    assertThat(last.count()).isEqualTo(3);
    assertThat(last.accuracy()).isCloseTo(2.0 / 3, within(1e-9));
    assertThat(last.confidence()).isCloseTo(1 / (1 + Math.exp(-2)), within(1e-9));
    assertThat(last.accuracyInterval().contains(2.0 / 3)).isTrue();
    double expected = (3 / (1 + Math.exp(-2)) - 2 + 1 - 1 / (1 + Math.exp(-0.5))) / 4;
    assertThat(diagram.expectedCalibrationError()).isCloseTo(expected, within(1e-9));
  }

  @Test
  void givenBlocksOfAStream_thenMergedDiagramIsTheWhole() {
    Logits first = Logits.copyOf(new double[][] {{2, 0}, {0, 2}});
    Logits second = Logits.copyOf(new double[][] {{2, 0}, {0, 0.5}});
    Labels labels = Labels.copyOf(new int[] {0, 1, 1, 1}, 2);

    ReliabilityDiagram merged =
        ReliabilityDiagram.of(
                LabelledPredictions.of(first.softmax(1), labels.select(new int[] {0, 1})), 5)
            .merge(
                ReliabilityDiagram.of(
                    LabelledPredictions.of(second.softmax(1), labels.select(new int[] {2, 3})), 5));

    assertThat(merged.total()).isEqualTo(4);
    assertThat(merged.bins().get(4).count()).isEqualTo(3);
  }
}
