package org.transcal.report;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.transcal.comparison.EvaluatedRows;
import org.transcal.metric.MetricEvaluation.ClassScore;
import org.transcal.report.markup.Blocks;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Table;
import org.transcal.report.number.Numerals;

/** How well each class is recognised, as a table. */
final class ClassTable {
  /** A page with more rows would be slow to scroll. */
  private static final int MOST_CLASSES = 200;

  private ClassTable() {}

  static Element section(EvaluatedRows file, int index, String heading) {
    List<ClassScore> all = file.overall().byClass();
    Table table =
        Table.captioned(heading)
            .columns("class", "rows", "predicted", "Precision", "Recall", "F1", "ECE")
            .sortable();
    for (int label : shown(all)) {
      ClassScore score = all.get(label);
      table.row(
          Element.of("th", file.className(label)),
          List.of(
              cell(score.rows(), Numerals.count(score.rows())),
              cell(score.predicted(), Numerals.count(score.predicted())),
              cell(score.precision(), Numerals.percent(score.precision(), 1)),
              cell(score.recall(), Numerals.percent(score.recall(), 1)),
              cell(score.f1(), Numerals.percent(score.f1(), 1)),
              cell(score.ece(), Numerals.percent(score.ece(), 2))));
    }
    Element section = Blocks.section(index == 0 ? "classes" : "classes-" + index, heading);
    if (all.size() > MOST_CLASSES) {
      section.paragraph(
          "The "
              + MOST_CLASSES
              + " of "
              + all.size()
              + " classes with most rows; `--json` has all.");
    }
    return section.add(table.toElement());
  }

  /** The classes with most rows, in their own order. */
  private static List<Integer> shown(List<ClassScore> all) {
    return IntStream.range(0, all.size())
        .boxed()
        .sorted(Comparator.comparingDouble(label -> -all.get(label).rows()))
        .limit(MOST_CLASSES)
        .sorted()
        .toList();
  }

  private static Element cell(double value, String text) {
    Element element = Element.of("td", text);
    return Double.isNaN(value) ? element : element.data("value", value);
  }
}
