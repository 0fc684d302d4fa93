package org.transcal.report.chart;

import org.transcal.report.markup.Blocks;
import org.transcal.report.markup.Element;

/** A chart as a page shows it: its title, the drawing, how to read it, and the numbers behind. */
public final class Figure {
  private Figure() {}

  /**
   * Puts the parts together.
   *
   * @param title the chart's name
   * @param note a short line below the title, such as the error measured in it; may be empty
   * @param reading one sentence on how to read it; may be empty if a neighbour says it
   */
  public static Element of(String title, String note, Chart chart, String reading) {
    Element caption = Element.of("figcaption").add(Element.of("h3", title));
    if (!note.isEmpty()) {
      caption.add(Element.of("p", note).in("note"));
    }
    Element figure = Element.of("figure").add(caption, chart.draw());
    if (!reading.isEmpty()) {
      figure.add(Element.of("p", reading).in("reading"));
    }
    return figure.add(
        Blocks.details("numbers", "Numbers behind this chart", chart.table().toElement()));
  }
}
