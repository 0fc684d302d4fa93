package org.transcal.report;

import java.util.ArrayList;
import java.util.List;
import org.transcal.monitoring.Metric;
import org.transcal.report.chart.Legend;
import org.transcal.report.markup.Blocks;
import org.transcal.report.markup.Element;

/** Controls, charts and a place for evidence, empty until the page's script fills them. */
final class BatchFigures {
  private BatchFigures() {}

  /** Hidden unless scripts run. */
  static Element panel(List<Metric> metrics, List<Legend> legend) {
    Element panel =
        Element.of("div")
            .with("id", "monitor")
            .with("hidden", "")
            .add(controls(metrics), Legend.list(legend));
    metrics.forEach(metric -> panel.add(figure(metric)));
    return panel.add(
        Element.of("section")
            .with("id", "night")
            .with("hidden", "")
            .with("tabindex", "-1")
            .with("aria-labelledby", "night-heading"),
        Element.of("p").with("id", "monitor-said").in("unseen").with("aria-live", "polite"));
  }

  private static Element controls(List<Metric> metrics) {
    List<Element> options = new ArrayList<>();
    options.add(Element.of("option", "all metrics").with("value", ""));
    metrics.forEach(m -> options.add(Element.of("option", m.title()).with("value", m.key())));
    return Element.of("div")
        .in("choices")
        .add(
            choice("monitor-rows", "Rows", List.of()),
            choice("monitor-metric", "Metric", options),
            choice("monitor-span", "Batches", List.of()))
        .add(
            Element.of("span", "Click a batch, or use the arrow keys in a chart, for its evidence.")
                .in("note"));
  }

  private static Element choice(String id, String name, List<Element> options) {
    return Element.of("label", name + " ").add(Element.of("select").with("id", id).add(options));
  }

  private static Element figure(Metric metric) {
    String id = "nights-" + metric.key();
    String title = Character.toUpperCase(metric.title().charAt(0)) + metric.title().substring(1);
    return Element.of("figure")
        .in("wide")
        .with("data-metric", metric.key())
        .add(
            Element.of("figcaption")
                .add(Element.of("h3", title), Element.of("p").in("note").with("id", id + "-note")),
            Element.of("svg")
                .in("drawing nights")
                .with("id", id)
                .with("viewBox", "0 0 960 220")
                .with("role", "slider")
                .with("tabindex", "0")
                .with("aria-label", title + " over time"),
            Blocks.details(
                "numbers",
                "Numbers behind this chart",
                Element.of("div")
                    .in("scroll tall")
                    .with("role", "region")
                    .with("tabindex", "0")
                    .with("aria-label", title + " in numbers")));
  }
}
