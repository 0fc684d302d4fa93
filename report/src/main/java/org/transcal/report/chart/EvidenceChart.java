package org.transcal.report.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import org.transcal.accuracy.AccuracyEvidence;
import org.transcal.accuracy.AccuracyEvidence.Status;
import org.transcal.metric.Estimate;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Table;
import org.transcal.report.markup.Text;
import org.transcal.report.number.Numerals;

/**
 * Kinds of evidence for target accuracy, one row each, above the estimate that they were pooled
 * into; a larger dot has a larger share.
 */
public record EvidenceChart(
    String id, List<AccuracyEvidence> evidence, Estimate estimate, double sourceAccuracy)
    implements Chart {
  private static final String TITLE = "Evidence for target accuracy";
  private static final double TOP = 26;
  private static final double ROW = 32;

  /** Half the height of crosses and caps. */
  private static final double MARK = 5;

  /** What the marks mean; only marks that are present. */
  public List<Legend> legend() {
    List<Legend> legend = new ArrayList<>(List.of(Legend.USED, Legend.CAPPED, Legend.DROPPED));
    legend.removeIf(
        mark -> evidence.stream().noneMatch(e -> e.status().name().equals(mark.name())));
    legend.addAll(List.of(Legend.POOLED, Legend.RANGE, Legend.SOURCE));
    return legend;
  }

  @Override
  public Element draw() {
    Frame plot = new Frame(104, TOP, Drawing.WIDTH - 192, ROW * (evidence.size() + 1));
    Scale x = plot.across(domain());
    double low = x.at(estimate.interval().low());
    double high = x.at(estimate.interval().high());
    Element grid = Marks.group("axis");
    x.ticks(6).forEach(t -> grid.add(Marks.line("grid", x.at(t), TOP, x.at(t), plot.bottom())));
    Element sheet =
        Drawing.sheet(id, plot.bottom() + 52, TITLE, description())
            .add(
                Marks.box("range", low, TOP, high, plot.bottom())
                    .data("low", estimate.interval().low())
                    .data("high", estimate.interval().high()),
                grid,
                Axes.below(plot, x, x.ticks(6), Numerals::percent, "target accuracy"),
                source(x, plot));
    for (int i = 0; i < evidence.size(); i++) {
      sheet.add(row(evidence.get(i), x, plot, TOP + ROW * (i + 0.5)));
    }
    double y = plot.bottom() - ROW / 2;
    return sheet.add(
        named(Marks.group("pooled").data("value", estimate.value()), "estimate", range(), plot, y)
            .add(
                Marks.line("whisker", low, y, high, y),
                Marks.line("whisker", low, y - MARK, low, y + MARK),
                Marks.line("whisker", high, y - MARK, high, y + MARK),
                Marks.circle("chosen-dot", x.at(estimate.value()), y, 7)));
  }

  /** The range of everything that is drawn, with some room, within 0 and 1. */
  private Scale.Domain domain() {
    double[] all =
        DoubleStream.concat(
                evidence.stream().flatMapToDouble(e -> DoubleStream.of(e.accuracy(), e.used())),
                DoubleStream.of(
                    estimate.interval().low(), estimate.interval().high(), sourceAccuracy))
            .sorted()
            .toArray();
    return Scale.Domain.linear(Math.max(0, all[0] - 0.03), Math.min(1, all[all.length - 1] + 0.03));
  }

  private Element source(Scale x, Frame plot) {
    double at = x.at(sourceAccuracy);
    String anchor = at > plot.right() - 60 ? "tick end" : at < 164 ? "tick" : "tick mid";
    String words = "source rows " + Numerals.percent(sourceAccuracy);
    return Marks.group("source")
        .data("value", sourceAccuracy)
        .add(
            Marks.line("even", at, TOP - 6, at, plot.bottom()),
            Marks.text(anchor, at, TOP - 11, words));
  }

  private static Element row(AccuracyEvidence evidence, Scale x, Frame plot, double y) {
    double said = x.at(evidence.accuracy());
    double used = x.at(evidence.used());
    Element dot = Marks.circle("dot after", used, y, 3 + 5 * Math.sqrt(evidence.weight()));
    Element row =
        Marks.group(word(evidence))
            .with("data-key", evidence.key())
            .data("says", evidence.accuracy())
            .data("used", evidence.used())
            .data("weight", evidence.weight());
    switch (evidence.status()) {
      case USED -> row.add(dot);
      case CAPPED ->
          row.add(
              Marks.line("link", said, y, used, y), Marks.circle("dot before", said, y, MARK), dot);
      default -> row.add(Marks.cross("dropped", said, y, MARK));
    }
    if (!evidence.note().isEmpty()) {
      row.add(Marks.hint(word(evidence) + ": " + evidence.note()));
    }
    return named(row, name(evidence), value(evidence), plot, y);
  }

  /** Adds the name of a row at its left and its numbers at its right. */
  private static Element named(Element row, String name, String value, Frame plot, double y) {
    return row.add(
        Marks.text("tick end", plot.left() - 10, y + 4, name),
        Marks.text("tick end", Drawing.WIDTH, y + 4, value));
  }

  private static String name(AccuracyEvidence evidence) {
    return evidence.key().replace('-', ' ');
  }

  private static String word(AccuracyEvidence evidence) {
    return evidence.status().name().toLowerCase(Locale.ROOT);
  }

  private static String value(AccuracyEvidence evidence) {
    String used = Numerals.percent(evidence.used());
    return switch (evidence.status()) {
      case USED -> used;
      case CAPPED -> Numerals.decimals(100 * evidence.accuracy(), 0) + " → " + used;
      case DROPPED -> "dropped";
    };
  }

  private String range() {
    return Numerals.range(estimate.interval().low(), estimate.interval().high(), 0);
  }

  @Override
  public Table table() {
    Table table =
        Table.captioned(TITLE).columns("evidence", "says", "used as", "share", "").wordsLast();
    for (AccuracyEvidence each : evidence) {
      boolean dropped = each.status() == Status.DROPPED;
      table.row(
          name(each),
          Numerals.percent(each.accuracy(), 1),
          dropped ? Numerals.NONE : Numerals.percent(each.used(), 1),
          dropped ? Numerals.NONE : Numerals.percent(each.weight()),
          each.note().isEmpty() ? word(each) : word(each) + ": " + each.note());
    }
    return table;
  }

  private String description() {
    return Text.of(
        "%s kinds of evidence, pooled into an estimate of %s (90 %% interval %s); accuracy on"
            + " source rows is %s.",
        evidence.size(),
        Numerals.percent(estimate.value()),
        range(),
        Numerals.percent(sourceAccuracy));
  }
}
