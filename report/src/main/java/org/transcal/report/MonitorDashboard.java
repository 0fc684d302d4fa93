package org.transcal.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.BatchTime;
import org.transcal.monitoring.Metric;
import org.transcal.monitoring.MonitorWords;
import org.transcal.monitoring.Reading;
import org.transcal.report.chart.Legend;
import org.transcal.report.markup.Blocks;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Json;
import org.transcal.report.markup.Page;
import org.transcal.report.markup.Table;
import org.transcal.report.markup.Text;
import org.transcal.report.number.Numerals;

/**
 * The dashboard of nightly monitoring: the state in a sentence, every metric over time, and the
 * evidence of each batch on demand.
 */
public final class MonitorDashboard extends HtmlReport {
  private static final int MOST_ROWS = 30;

  private final List<BatchResult> batches;
  private final String title;
  private final Map<BatchTime, Double> truth;

  private MonitorDashboard(List<BatchResult> batches, String title, Map<BatchTime, Double> truth) {
    this.batches = batches;
    this.title = title;
    this.truth = truth;
  }

  /** A dashboard of a history. */
  public static MonitorDashboard of(List<BatchResult> batches) {
    Comparator<BatchResult> order =
        Comparator.comparing(BatchResult::at).thenComparing(batch -> batch.segment().isPresent());
    List<BatchResult> sorted = batches.stream().sorted(order).toList();
    return new MonitorDashboard(sorted, "", Map.of());
  }

  /** Also shows what is monitored. */
  public MonitorDashboard withTitle(String newTitle) {
    return new MonitorDashboard(batches, newTitle, truth);
  }

  /** Also draws the true accuracy, as far as it is known. */
  public MonitorDashboard withTruth(Map<BatchTime, Double> accuracy) {
    return new MonitorDashboard(batches, title, Map.copyOf(accuracy));
  }

  @Override
  public String toHtml(String command) {
    MonitorWords words = new MonitorWords(batches);
    String name = BatchSeries.plain(title);
    String mark = words.alarming().isEmpty() ? "" : "▲ ";
    Page page = Page.dashboard(mark + (name.isEmpty() ? "Nightly monitoring" : name));
    page.add(header(words, name));
    if (words.alerts().size() > 1) {
      page.add(
          Blocks.section("alerts", words.alerts().size() + " alerts in the latest batch")
              .in("trust concerned")
              .add(Blocks.bullets(words.alerts())));
    }
    if (!batches.isEmpty()) {
      addCharts(page);
    }
    page.add(reproduction("About this page", command).add(Glossary.of(page.content())));
    return page.write();
  }

  private static Element header(MonitorWords words, String name) {
    List<Element> tiles = new ArrayList<>();
    words
        .latest()
        .ifPresent(
            batch -> {
              batch.readings().forEach(reading -> tiles.add(tile(batch, reading)));
              batch.realised().ifPresent(realised -> tiles.add(tile(batch, realised)));
              tiles.add(Blocks.tile("Rows", Numerals.count(batch.rows()), on(batch)));
            });
    Element header =
        Blocks.header(
            "Nightly monitoring",
            name,
            words.headline(),
            words.lead(),
            tiles.toArray(Element[]::new));
    String record = words.trackRecord();
    return record.isEmpty() ? header : header.add(Element.of("p").prose(record).in("record"));
  }

  private static String on(BatchResult batch) {
    return "on " + batch.at().title();
  }

  private static Element tile(BatchResult batch, Reading reading) {
    Metric metric = reading.metric();
    String note =
        Text.of(
            "usual %s, alert %s %s",
            value(metric, reading.expected()),
            metric.isWorseBelow() ? "below" : "above",
            value(metric, reading.threshold()));
    return tile(batch, metric, reading.value(), note);
  }

  private static Element tile(BatchResult batch, BatchResult.Realised realised) {
    String note = Text.of("on %s labelled rows", Numerals.count(realised.rows()));
    return tile(batch, Metric.REALISED, realised.accuracy().value(), note);
  }

  private static Element tile(BatchResult batch, Metric metric, double value, String note) {
    boolean alert = batch.alerts().stream().anyMatch(a -> a.metric() == metric);
    String name = capitalised(metric.title());
    Element tile = Blocks.tile(alert ? "▲ " + name : name, value(metric, value), note);
    return alert ? tile.in("beyond") : tile;
  }

  /** A share in percent; a distance or area as it is. */
  private static String value(Metric metric, double value) {
    return metric.isShare() ? Numerals.percent(value, 1) : Numerals.decimals(value, 3);
  }

  private void addCharts(Page page) {
    BatchPoints points = new BatchPoints(batches.stream().map(BatchResult::at).toList());
    List<BatchSeries> all = BatchSeries.of(batches, points);
    List<BatchSeries> shown = all.subList(0, Math.min(all.size(), BatchSeries.MOST_SEGMENTS + 1));
    Set<Metric> found = EnumSet.noneOf(Metric.class);
    shown.forEach(each -> found.addAll(each.metrics()));
    List<Metric> metrics = List.copyOf(found);
    BatchEvidence evidence = new BatchEvidence(points, shown);
    List<Json> series = new ArrayList<>();
    for (BatchSeries each : shown) {
      series.add(each.json(all.get(0)).with("evidence", evidence.of(each)));
    }
    if (!truth.isEmpty()) {
      series.get(0).withShort("truth", points.means(truth));
    }
    page.data(
        "monitor",
        points
            .json()
            .with("first", evidence.first())
            .with("metrics", metrics.stream().map(MonitorDashboard::json).toList())
            .with("series", series));
    Element section = Blocks.section("over-time", "Over time");
    section.paragraph(points.explanation());
    if (all.size() > shown.size()) {
      section.paragraph(
          Text.of(
              "%s of %s segments are shown: those with most alerts, then those with most rows.",
              shown.size() - 1, Numerals.count(all.size() - 1)));
    }
    section.add(
        BatchFigures.panel(metrics, legend(points)), Element.of("noscript").add(table(metrics)));
    page.add(section);
  }

  private List<Legend> legend(BatchPoints points) {
    List<Legend> legend = new ArrayList<>(List.of(Legend.NIGHTS, Legend.RANGE, Legend.USUAL));
    legend.addAll(List.of(Legend.THRESHOLD, Legend.ALERT));
    if (batches.stream().anyMatch(batch -> batch.realised().isPresent())) {
      legend.add(Legend.REALISED);
    }
    if (!truth.isEmpty()) {
      legend.add(Legend.TRUE_ACCURACY);
    }
    if (points.all().get(0).isReference()) {
      legend.add(Legend.REFERENCE);
    }
    return legend;
  }

  private static Json json(Metric metric) {
    return new Json()
        .with("key", metric.key())
        .with("title", metric.title())
        .with("bit", metric.ordinal())
        .with("below", metric.isWorseBelow() ? 1 : 0)
        .with("share", metric.isShare() ? 1 : 0);
  }

  /** The latest batches, for readers without scripts. */
  private Element table(List<Metric> metrics) {
    List<BatchResult> whole = batches.stream().filter(batch -> batch.segment().isEmpty()).toList();
    List<String> columns = new ArrayList<>(List.of("batch", "rows"));
    metrics.forEach(metric -> columns.add(metric.title()));
    columns.add("alerts");
    Table table =
        Table.captioned("The latest batches, all rows")
            .columns(columns.toArray(String[]::new))
            .wordsLast();
    for (int i = whole.size() - 1; i >= Math.max(0, whole.size() - MOST_ROWS); i--) {
      BatchResult batch = whole.get(i);
      List<String> cells = new ArrayList<>(List.of(Numerals.count(batch.rows())));
      for (Metric metric : metrics) {
        Optional<Reading> reading = batch.reading(metric);
        cells.add(reading.map(r -> value(metric, r.value())).orElse(Numerals.NONE));
      }
      cells.add(BatchSeries.plain(MonitorWords.texts(batch)));
      table.row(batch.at().title(), cells.toArray(String[]::new));
    }
    return table.toElement();
  }

  private static String capitalised(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }
}
