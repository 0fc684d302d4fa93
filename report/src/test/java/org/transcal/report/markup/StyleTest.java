package org.transcal.report.markup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class StyleTest {
  /** WCAG 2.1, success criterion 1.4.3: text at least this far from its ground. */
  private static final double TEXT_CONTRAST = 4.5;

  /** WCAG 2.1, success criterion 1.4.11: marks at least this far from their ground. */
  private static final double MARK_CONTRAST = 3;

  @Test
  void givenLightAndDark_thenTextAndMarksStandOut() {
    List<Map<String, String>> themes = themes();

    assertThat(themes).hasSize(2);
    for (Map<String, String> theme : themes) {
      for (String text : List.of("ink", "muted")) {
        for (String ground : List.of("ground", "surface", "calm-ground", "concern-ground")) {
          assertThat(contrast(theme, text, ground))
              .as("%s on %s", text, ground)
              .isGreaterThan(TEXT_CONTRAST);
        }
      }
      assertThat(contrast(theme, "concern", "concern-ground"))
          .as("name of a metric that alerts")
          .isGreaterThan(TEXT_CONTRAST);
      for (String mark : List.of("accuracy", "over", "truth", "ink", "zero")) {
        assertThat(contrast(theme, mark, "surface")).as(mark).isGreaterThan(MARK_CONTRAST);
      }
    }
  }

  @Test
  void givenLightAndDark_thenHeatGoesOneWay() {
    for (Map<String, String> theme : themes()) {
      List<Double> luminance = new ArrayList<>();
      for (int level = 0; level < 9; level++) {
        luminance.add(luminance(theme.get("heat-" + level)));
      }
      boolean falling = luminance.get(0) > luminance.get(8);
      for (int level = 1; level < 9; level++) {
        assertThat(luminance.get(level) < luminance.get(level - 1)).isEqualTo(falling);
      }
    }
  }

  @Test
  void givenAPicture_thenNoVariableIsLeft() {
    assertThat(Style.ofPicture()).doesNotContain("var(").contains(".bar.accuracy { fill: #");
  }

  /** The light colours, then the dark ones, of which the light ones are the defaults. */
  private static List<Map<String, String>> themes() {
    String css = Style.ofPage(Style.Sheet.REPORT);
    int dark = css.indexOf("prefers-color-scheme: dark");
    Map<String, String> light = definitions(css.substring(0, dark));
    Map<String, String> both = new HashMap<>(light);
    both.putAll(definitions(css.substring(dark, css.indexOf("/* The page."))));
    return List.of(light, both);
  }

  private static Map<String, String> definitions(String css) {
    Map<String, String> found = new HashMap<>();
    Pattern.compile("--([a-z0-9-]+): (#[0-9a-f]{6});")
        .matcher(css)
        .results()
        .forEach(result -> found.put(result.group(1), result.group(2)));
    return found;
  }

  private static double contrast(Map<String, String> theme, String front, String back) {
    double a = luminance(theme.get(front));
    double b = luminance(theme.get(back));
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  }

  /** Relative luminance as WCAG defines it. */
  private static double luminance(String hex) {
    double[] weights = {0.2126, 0.7152, 0.0722};
    double sum = 0;
    for (int i = 0; i < 3; i++) {
      double c = Integer.parseInt(hex.substring(1 + 2 * i, 3 + 2 * i), 16) / 255.0;
      sum += weights[i] * (c <= 0.04045 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4));
    }
    return sum;
  }
}
