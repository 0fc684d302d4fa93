package org.transcal.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrainingReportTest {
  private static TrainingReport report(double... values) {
    return TrainingReport.of("a → b").withCurve("Source loss", values, "It should fall.");
  }

  @Test
  void givenMeasurementsAtSomeSteps_thenTheyAreDrawnThereAndTheChosenIsMarked() {
    String html =
        TrainingReport.of("a → b")
            .withMeasurements(
                "Criterion",
                new int[] {399, 599, 799},
                new double[] {3, 1, 2},
                OptionalInt.of(1),
                "Smaller is better.")
            .toHtml();

    // The plot is 352 wide from 66, for steps 0 to 800, and 194 high down to 220, for 0 to 3.
    assertThat(html).contains("241.56,26 329.56,155.33 417.56,90.67");
    assertThat(html).contains("class=\"chosen-dot\" cx=\"329.56\" cy=\"155.33\"");
  }

  @Test
  void givenCurve_thenItsLineAndNumbers() {
    String html = report(4, 2, 1).toHtml("transcal adapt x.npz");

    assertThat(html).contains("Source loss", "It should fall.", "transcal adapt x.npz");
    // From 66 to 418 across and 220 to 26 up; values are read against 0, and 4 is on top.
    assertThat(html)
        .contains("<polyline class=\"zero\" points=\"66,26 183.33,123 300.67,171.5\"/>");
  }

  @Test
  void givenManySteps_thenPointsAreMeansAndThePageStaysSmall() {
    double[] values = new double[100_000];
    Arrays.setAll(values, i -> i % 2);

    String html = report(values).toHtml();

    int ofTwoSteps = report(0, 1).toHtml().length();
    assertThat(html).contains("between 0.500 and 0.500").hasSizeLessThan(ofTwoSteps + 20_000);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -3, 1e-9, 1e9})
  void givenConstantCurve_thenItIsDrawn(double value) {
    String html = report(value, value).toHtml();
    String withoutScript = html.replaceAll("(?s)<script>.*?</script>", "");
    assertThat(withoutScript).contains("<polyline").doesNotContain("NaN");
  }

  @Test
  void givenConfusion_thenItsMatrixOrWithManyClassesItsLargestEntries() {
    int[][] counts = new int[13][13];
    counts[3][5] = 7;
    List<String> names = IntStream.range(0, 13).mapToObj(k -> "class" + k).toList();

    String many = report(1).withConfusion("Target", names, counts).toHtml();
    String few =
        report(1).withConfusion("Target", List.of("a", "b"), new int[][] {{8, 2}, {1, 9}}).toHtml();

    assertThat(many).contains("most frequent confusions", "class3", "<td>class5</td><td>7</td>");
    assertThat(many).doesNotContain("class4");
    assertThat(few).contains("<td>8</td><td>2</td>", "<td>1</td><td>9</td>");
  }

  @Test
  void givenNoValues_thenRefused() {
    assertThatThrownBy(TrainingReportTest::report).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void givenHostileNames_thenTheyAreEscaped() {
    String hostile = "<img src=x>";

    String html =
        TrainingReport.of(hostile)
            .withFacts(Map.of(hostile, hostile))
            .withCurve(hostile, new double[] {1}, hostile)
            .toHtml(hostile);

    assertThat(html).doesNotContain("<img");
  }
}
