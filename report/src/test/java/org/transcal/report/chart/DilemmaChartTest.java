package org.transcal.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DilemmaChartTest {
  /** An ordinary letter is half as wide as high, and labels are 14 units high on phones. */
  private static final double LETTER = 7;

  private static final double RADIUS = 6;

  /** What a mark covers: left, top, right, bottom. */
  private record Box(String what, double left, double top, double right, double bottom) {
    boolean overlaps(Box other) {
      return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
    }
  }

  private static List<Box> boxes(DilemmaChart chart) {
    String drawn = chart.draw().write();
    List<Box> boxes = new ArrayList<>();
    for (MatchResult dot :
        found(drawn, "class=\"dot \\w+\" cx=\"([^\"]+)\" cy=\"([^\"]+)\"").toList()) {
      double x = Double.parseDouble(dot.group(1));
      double y = Double.parseDouble(dot.group(2));
      boxes.add(new Box("dot", x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS));
    }
    for (MatchResult label :
        found(drawn, "class=\"label( \\w+)?\" x=\"([^\"]+)\" y=\"([^\"]+)\">([^<]+)<").toList()) {
      String name = label.group(4);
      double width = LETTER * name.length();
      double share = label.group(1) == null ? 0 : label.group(1).equals(" end") ? 1 : 0.5;
      double left = Double.parseDouble(label.group(2)) - share * width;
      double y = Double.parseDouble(label.group(3));
      boxes.add(new Box(name, left, y - 10, left + width, y + 3));
    }
    return boxes;
  }

  private static Stream<MatchResult> found(String text, String pattern) {
    return Pattern.compile(pattern).matcher(text).results();
  }

  @Test
  void givenModelsThatNearlyCoincide_thenNoLabelCoversALabelOrAPoint() {
    List<DilemmaChart.Model> models =
        List.of(
            new DilemmaChart.Model("bnm", 0.983, 0.0045, 0.017),
            new DilemmaChart.Model("dann", 0.979, 0.0055, 0.039),
            new DilemmaChart.Model("cdan_e", 0.9795, 0.005, 0.03),
            new DilemmaChart.Model("mdd", 0.9832, 0.005, 0.02),
            new DilemmaChart.Model("source_only", 0.9634, 0.005, 0.06));

    List<Box> boxes = boxes(new DilemmaChart("chart", "title", models));

    List<Box> labels = boxes.stream().filter(box -> !box.what().equals("dot")).toList();
    assertThat(labels).hasSize(5);
    for (Box label : labels) {
      assertThat(boxes.stream().filter(box -> box != label && label.overlaps(box)))
          .as(label.what())
          .isEmpty();
    }
  }
}
