package org.transcal.report.chart;

import java.util.List;
import org.transcal.report.markup.Blocks;
import org.transcal.report.markup.Element;

/** A chart as a page shows it: its title, the drawing, how to read it, and its numbers. */
public final class Figure {
  private Figure() {}

  /** Assembles the parts; note (below the title) and reading may be empty. */
  public static Element of(String title, String note, Chart chart, String reading) {
    return of(title, note, chart, List.of(), reading);
  }

  /** Assembles the parts, with a separate legend below the drawing. */
  public static Element of(
      String title, String note, Chart chart, List<Legend> legend, String reading) {
    Element caption = Element.of("figcaption").add(Element.of("h3").prose(title));
    if (!note.isEmpty()) {
      caption.add(Element.of("p", note).in("note"));
    }
    Element figure = Element.of("figure").add(caption, chart.draw());
    if (!legend.isEmpty()) {
      figure.add(Legend.list(legend));
    }
    if (!reading.isEmpty()) {
      figure.add(Element.of("p").prose(reading).in("reading"));
    }
    return figure.add(
        Blocks.details("numbers", "Numbers behind this chart", chart.table().toElement()));
  }
}
