package org.transcal.report.chart;

import java.util.List;
import java.util.function.DoubleFunction;
import org.transcal.report.markup.Element;
import org.transcal.report.number.Numerals;

/** Axes, their labels and the grid behind the marks. */
final class Axes {
  private static final double TICK_GAP = 20;
  private static final double TITLE_GAP = 40;

  private Axes() {}

  /** Labels below a frame. */
  static Element below(
      Frame frame, Scale x, List<Double> ticks, DoubleFunction<String> label, String title) {
    Element axis = Marks.group("axis");
    axis.add(Marks.line("base", frame.left(), frame.bottom(), frame.right(), frame.bottom()));
    for (double tick : ticks) {
      axis.add(Marks.text("tick mid", x.at(tick), frame.bottom() + TICK_GAP, label.apply(tick)));
    }
    return axis.add(Marks.text("name mid", frame.middle(), frame.bottom() + TITLE_GAP, title));
  }

  /** Labels left of a frame and a grid line at each. */
  static Element beside(Frame frame, Scale y, List<Double> ticks, DoubleFunction<String> label) {
    Element axis = Marks.group("axis");
    for (double tick : ticks) {
      double at = y.at(tick);
      axis.add(Marks.line("grid", frame.left(), at, frame.right(), at));
      axis.add(Marks.text("tick end", frame.left() - 7, at + 4, label.apply(tick)));
    }
    return axis;
  }

  /** A name along the left edge, read from below. */
  static Element sideName(Frame frame, String title) {
    double y = frame.top() + frame.height() / 2;
    return Marks.text("name mid", 0, 0, title)
        .with("transform", "translate(14 " + Numerals.coordinate(y) + ") rotate(-90)");
  }

  /** A value on a logarithmic axis: plain where short, else a power of ten. */
  static String power(double value) {
    if (value >= 0.001 && value < 10_000) {
      return Numerals.exact(value);
    }
    int exponent = (int) Math.round(Math.log10(value));
    return "10" + Numerals.superscript(exponent);
  }
}
