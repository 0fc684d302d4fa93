package org.transcal.report.chart;

import org.transcal.report.markup.Element;
import org.transcal.report.markup.Table;

/** A drawing, and its numbers as a table. */
interface Chart {
  Element draw();

  /** The same numbers in rows and columns. */
  Table table();
}
