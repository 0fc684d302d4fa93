package org.transcal.report.chart;

import org.transcal.report.markup.Text;
import org.transcal.report.number.Numerals;

/** The rectangle of a drawing that contains the marks, in units of the page. */
record Frame(double left, double top, double width, double height) {
  double right() {
    return left + width;
  }

  double bottom() {
    return top + height;
  }

  double middle() {
    return left + width / 2;
  }

  /** A scale over the width, from left to right. */
  Scale across(Scale.Domain domain) {
    return new Scale(domain, left, right());
  }

  /** A scale over the height, from the bottom up. */
  Scale up(Scale.Domain domain) {
    return new Scale(domain, bottom(), top);
  }

  /** Left, top, width and height, for the script of a page. */
  String numbers() {
    return Text.of(
        "%s %s %s %s",
        Numerals.coordinate(left),
        Numerals.coordinate(top),
        Numerals.coordinate(width),
        Numerals.coordinate(height));
  }
}
