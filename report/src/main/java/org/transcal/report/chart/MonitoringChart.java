package org.transcal.report.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.transcal.monitoring.chunk.Monitoring;
import org.transcal.monitoring.chunk.Monitoring.Chunk;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Table;
import org.transcal.report.markup.Text;
import org.transcal.report.number.Numerals;

/** Estimated accuracy chunk by chunk, with bands and alert thresholds. */
public record MonitoringChart(String id, Monitoring monitoring) implements Chart {
  private static final double HEIGHT = 272;
  private static final Frame PLOT = new Frame(66, 26, 352, 194);

  private static final int MOST_NAMES = 12;

  /** Letters that fit below the axis with room between names. */
  private static final int LETTERS_BELOW = 48;

  @Override
  public Element draw() {
    List<Chunk> chunks = monitoring.chunks();
    Scale x = PLOT.across(Scale.Domain.linear(-0.5, Math.max(0.5, chunks.size() - 0.5)));
    Scale y = PLOT.up(Scale.Domain.linear(0, 1));
    Element sheet = Drawing.sheet(id, HEIGHT, "Estimated accuracy over chunks", description());
    sheet.add(
        Axes.beside(PLOT, y, y.ticks(5), share -> Numerals.percent(share, 0)),
        Axes.below(PLOT, x, places(), at -> chunks.get((int) at).name(), "chunk"),
        Axes.sideName(PLOT, "estimated accuracy"));
    List<Point> low = new ArrayList<>();
    List<Point> high = new ArrayList<>();
    Element marks = Marks.group("points");
    for (int i = 0; i < chunks.size(); i++) {
      Chunk chunk = chunks.get(i);
      low.add(new Point(i, monitoring.lowerThreshold(chunk)));
      OptionalDouble upper = monitoring.upperThreshold(chunk);
      if (upper.isPresent()) {
        high.add(new Point(i, upper.getAsDouble()));
      }
      marks.add(mark(chunk, x.at(i), y));
    }
    sheet.add(Marks.curve("perfect", low, x, y));
    if (!high.isEmpty()) {
      sheet.add(Marks.curve("perfect", high, x, y));
    }
    return sheet.add(marks);
  }

  private static Element mark(Chunk chunk, double at, Scale y) {
    Element group = Marks.group(chunk.alert() == Chunk.Alert.NONE ? "calm" : "chosen");
    group.add(
        Marks.whisker(
            "whisker",
            at,
            y.within(chunk.accuracy().interval().low()),
            y.within(chunk.accuracy().interval().high()),
            3));
    double top = y.within(chunk.accuracy().value());
    group.add(
        chunk.alert() == Chunk.Alert.NONE
            ? Marks.box("bar accuracy", at - 3, top - 3, at + 3, top + 3)
            : Marks.circle("chosen-dot", at, top, 5));
    String alert = chunk.alert() == Chunk.Alert.NONE ? "" : ", alert " + chunk.alert().word();
    String words = chunk.name() + ": " + Numerals.percent(chunk.accuracy().value(), 1) + alert;
    return group.data("accuracy", chunk.accuracy().value()).add(Marks.hint(words));
  }

  /** Chunks whose names are below the axis: as many as have room, evenly spread. */
  private List<Double> places() {
    List<Chunk> chunks = monitoring.chunks();
    int longest = chunks.stream().mapToInt(chunk -> chunk.name().length()).max().orElse(1);
    int most = Math.max(1, Math.min(MOST_NAMES, LETTERS_BELOW / Math.max(1, longest)));
    int step = Math.max(1, (chunks.size() + most - 1) / most);
    return IntStream.range(0, chunks.size())
        .filter(i -> i % step == 0)
        .mapToObj(i -> (double) i)
        .toList();
  }

  private String description() {
    long alerts = monitoring.chunks().stream().filter(c -> c.alert() != Chunk.Alert.NONE).count();
    return Text.of(
        "%s chunks around an estimated accuracy of %s%s; %s beyond the thresholds.",
        monitoring.chunks().size(),
        Numerals.percent(monitoring.reference(), 1),
        monitoring.lowest().isPresent()
            ? ", alerts below " + Numerals.percent(monitoring.lowest().getAsDouble(), 1)
            : "",
        alerts);
  }

  @Override
  public Table table() {
    Table table =
        Table.captioned("Estimated accuracy of each chunk")
            .columns("chunk", "rows", "accuracy", "90 % band", "confidence", "threshold", "alert");
    for (Chunk chunk : monitoring.chunks()) {
      table.row(
          chunk.name(),
          Numerals.count(chunk.rows()),
          Numerals.percent(chunk.accuracy().value(), 1),
          Numerals.range(chunk.accuracy().interval().low(), chunk.accuracy().interval().high(), 1),
          Numerals.percent(chunk.confidence(), 1),
          thresholds(chunk),
          chunk.alert().word());
    }
    return table;
  }

  private String thresholds(Chunk chunk) {
    String low = Numerals.percent(monitoring.lowerThreshold(chunk), 1);
    OptionalDouble upper = monitoring.upperThreshold(chunk);
    return upper.isPresent() ? low + " – " + Numerals.percent(upper.getAsDouble(), 1) : low;
  }
}
