package org.transcal.report.chart;

import java.util.List;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Style;
import org.transcal.report.number.Numerals;

/** Two charts side by side as a standalone SVG file, on a light background. */
public final class Picture {
  private static final double MARGIN = 16;
  private static final double HEAD = 64;
  private static final double FOOT = 44;

  private Picture() {}

  public record Panel(String title, String note, ReliabilityChart chart) {}

  /** The file; the description puts into words what can be seen. */
  public static String sideBySide(
      Panel left, Panel right, List<Legend> legend, String description) {
    double width = 2 * Drawing.WIDTH + 3 * MARGIN;
    double height = HEAD + ReliabilityChart.HEIGHT + FOOT;
    Element sheet =
        Element.of("svg")
            .with("xmlns", "http://www.w3.org/2000/svg")
            .with("width", width)
            .with("height", height)
            .with(
                "viewBox", "0 0 " + Numerals.coordinate(width) + " " + Numerals.coordinate(height))
            .with("role", "img")
            .with("aria-label", description)
            .add(
                Element.of("style", Style.ofPicture()),
                Marks.box("", 0, 0, width, height).with("fill", "#ffffff"));
    addPanel(sheet, left, MARGIN);
    addPanel(sheet, right, 2 * MARGIN + Drawing.WIDTH);
    sheet.add(Legend.line(legend, width / 2, HEAD + ReliabilityChart.HEIGHT + 14));
    return sheet.write() + "\n";
  }

  private static void addPanel(Element sheet, Panel panel, double left) {
    sheet.add(
        Marks.text("title", left + 14, 30, panel.title()),
        Marks.text("note", left + 14, 50, panel.note()),
        panel
            .chart()
            .draw()
            .with("x", left)
            .with("y", HEAD)
            .with("width", Drawing.WIDTH)
            .with("height", ReliabilityChart.HEIGHT));
  }
}
