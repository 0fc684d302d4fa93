package org.transcal.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.BatchTime;
import org.transcal.monitoring.Metric;
import org.transcal.monitoring.Segment;

class MonitorDashboardTest {
  private static final BatchTime TODAY = BatchTime.parse("2026-11-14");

  @Test
  void givenAQuietNight_thenTheHeadlineSaysSo() {
    assertThat(headline(List.of(BatchSamples.batch(TODAY, 0, 0))))
        .isEqualTo("All quiet: accuracy 85 % (81 to 88 %) on 2026-11-14, usual 84 %.");
  }

  @Test
  void givenARunOfAlerts_thenTheHeadlineNamesItsStartAndReason() {
    assertThat(headline(BatchSamples.broken(46)))
        .isEqualTo(
            "Alert since 2026-11-12: accuracy 62 %, below 80 %; 40 % of the drop comes from"
                + " camera=3; features 12 and 40 moved most.");
  }

  @Test
  void givenAnAlertInAnEarlierPartOfTheNight_thenTheHeadlineSaysSo() {
    BatchResult bad = BatchSamples.batch(BatchTime.parse("2026-11-14/1"), 0, 0.22);
    BatchResult good = BatchSamples.batch(BatchTime.parse("2026-11-14/2"), 0, 0);

    assertThat(headline(List.of(bad, good))).startsWith("Alert on 2026-11-14/1");
  }

  @Test
  void givenAnAlertOfASegmentOnly_thenTheHeadlineNamesIt() {
    Segment segment = new Segment("camera", "3");

    assertThat(
            headline(
                List.of(
                    BatchSamples.batch(TODAY, 0, 0), BatchSamples.segment(TODAY, segment, 0, 0.4))))
        .isEqualTo("Alert on 2026-11-14: camera=3: accuracy 39.0 %, below 76.0 %.");
  }

  @Test
  void givenAnAlertWithoutItsText_thenTheReadingSaysIt() {
    BatchResult batch = BatchSamples.batch(TODAY, 0, 0.2);
    BatchResult bare = with(batch, List.of(new BatchResult.Alert(Metric.ACCURACY, "")));

    assertThat(headline(List.of(bare)))
        .isEqualTo("Alert on 2026-11-14: accuracy 64.8 %, below 80.0 %.");
  }

  @Test
  void givenAnEarlierAlert_thenItIsRemembered() {
    List<BatchResult> batches =
        List.of(
            BatchSamples.batch(BatchTime.parse("2026-11-12"), 0, 0.2),
            BatchSamples.batch(TODAY, 1, 0));

    assertThat(html(batches))
        .contains("The latest alert was on <time>2026-11-12</time>: accuracy 62\u00a0%");
  }

  @Test
  void givenLateLabelsThatRaisedAnAlert_thenTheHeadlineIsTheirs() {
    BatchResult labelled = BatchSamples.batch(BatchTime.parse("2026-11-12"), 0, 0);
    BatchResult wrong =
        new BatchResult(
            labelled.at(),
            Optional.empty(),
            labelled.rows(),
            labelled.sampledRows(),
            labelled.readings(),
            List.of(),
            Optional.empty(),
            List.of(),
            labelled.realised(),
            1,
            List.of(
                new BatchResult.Alert(Metric.REALISED, "realised accuracy 0.8 %, below 85.2 %")));

    BatchResult quiet = BatchSamples.batch(TODAY, 1, 0);

    assertThat(headline(List.of(wrong, quiet)))
        .startsWith("Alert on ")
        .contains("realised accuracy 0.8 %, below 85.2 %");
    assertThat(headline(List.of(wrong))).contains("realised accuracy 0.8");
    assertThat(html(List.of(wrong))).contains("▲ Realised accuracy", "on 400 labelled rows");
    assertThat(headline(List.of(wrong, BatchSamples.batch(TODAY, 4, 0)))).startsWith("All quiet");
  }

  @Test
  void givenNoMonitoredNight_thenTheHeadlineSaysSo() {
    assertThat(headline(List.of())).isEqualTo("No batch has been monitored yet");
    List<BatchResult> reference =
        IntStream.rangeClosed(1, 3)
            .mapToObj(k -> BatchSamples.batch(BatchTime.reference(k), k, 0))
            .toList();
    assertThat(headline(reference)).isEqualTo("No batch has been monitored yet");
    assertThat(html(reference)).contains("3 reference batches", "\"reference 3\"");
  }

  @Test
  void givenMissingParts_thenThePageLeavesThemOut() {
    BatchResult whole = BatchSamples.batch(TODAY, 0, 0);
    BatchResult bare =
        new BatchResult(
            TODAY,
            Optional.empty(),
            10,
            10,
            whole.readings().subList(0, 1),
            List.of(),
            Optional.empty(),
            List.of(),
            Optional.empty(),
            1,
            List.of());

    String html = html(List.of(bare));

    assertThat(html)
        .contains("id=\"nights-accuracy\"")
        .doesNotContain("id=\"nights-domainAuc\"", "id=\"nights-ece\"");
    assertThat(html.substring(0, html.lastIndexOf("<script>"))).doesNotContain("NaN");
  }

  @Test
  void givenLabels_thenTheTrackRecord() {
    assertThat(html(BatchSamples.broken(46)))
        .contains("Track record: on the 11 batches with labels so far, the estimate was off by");
  }

  @Test
  void givenHostileNames_thenTheyAreTextAndTurnNoOrder() {
    String hostile = "</script><img src=x onerror=alert(1)>\"'\u202egnp\u2066";
    List<BatchResult> batches =
        List.of(
            BatchSamples.batch(TODAY, 0, 0),
            BatchSamples.segment(TODAY, new Segment(hostile, hostile), 0, 0.4));

    String html = MonitorDashboard.of(batches).withTitle(hostile).toHtml(hostile);

    assertThat(html.split("</script", -1)).hasSize(3);
    assertThat(html).doesNotContain("<img");
    assertThat(html.substring(0, html.indexOf("id=\"reproduction\"")))
        .doesNotContain("\u202e", "\u2066")
        .contains("\ufffdgnp\ufffd");
    assertThat(html.substring(html.indexOf("report-data"))).doesNotContain("\u202e", "\u2066");
  }

  @Test
  void givenNoScript_thenATableOfTheLatestThirtyBatches() {
    String html = html(BatchSamples.broken(46));
    String table = html.substring(html.indexOf("<noscript>"), html.indexOf("</noscript>"));

    assertThat(table.split("<tr>", -1)).hasSize(1 + 1 + 30);
    assertThat(table).contains("2026-11-14", "2,030", "61.6\u00a0%", "camera=3; features 12");
  }

  @Test
  void givenTheSameBatchesInAnyOrder_thenTheSamePage() {
    List<BatchResult> batches = BatchSamples.broken(20);
    List<BatchResult> reversed = new ArrayList<>(batches);
    java.util.Collections.reverse(reversed);

    assertThat(html(reversed)).isEqualTo(html(batches)).isEqualTo(html(batches));
  }

  @Test
  void givenTenThousandBatchesOfTwentySegmentsAllWithAlerts_thenBelowFiveMegabytes() {
    List<BatchResult> batches = new ArrayList<>();
    for (int day = 0; day < 10_000; day++) {
      BatchTime at = BatchTime.parse(LocalDate.of(1999, 1, 1).plusDays(day).toString());
      BatchResult whole = BatchSamples.batch(at, day, 0.2);
      batches.add(with(whole, whole.alerts()));
      for (int k = 0; k < 20; k++) {
        batches.add(BatchSamples.segment(at, new Segment("camera", "number " + k), day + k, 0.4));
      }
    }

    String html = html(batches);

    assertThat(html.getBytes(StandardCharsets.UTF_8).length).isLessThan(5_000_000);
    assertThat(html)
        .contains("The latest 100 batches are drawn one by one, older ones in groups of up to 25");
  }

  @Test
  void givenThousandsOfSegmentsAndEndlessAlerts_thenStillBelowFiveMegabytes() {
    List<BatchResult> batches = new ArrayList<>();
    for (int day = 0; day < 120; day++) {
      BatchTime at = BatchTime.parse(LocalDate.of(2026, 1, 1).plusDays(day).toString());
      batches.add(BatchSamples.batch(at, day, 0));
      for (int k = 0; k < 500; k++) {
        BatchResult batch =
            BatchSamples.segment(at, new Segment("user", "u".repeat(9_000) + k), day, 0);
        batches.add(with(batch, List.of(new BatchResult.Alert(Metric.ECE, "long ".repeat(999)))));
      }
    }

    String html = html(batches);

    assertThat(html.getBytes(StandardCharsets.UTF_8).length).isLessThan(5_000_000);
    assertThat(html).contains("40 of 500 segments are shown");
  }

  private static BatchResult with(BatchResult batch, List<BatchResult.Alert> alerts) {
    return new BatchResult(
        batch.at(),
        batch.segment(),
        batch.rows(),
        batch.sampledRows(),
        batch.readings(),
        IntStream.range(0, 10)
            .mapToObj(k -> batch.classes().stream().limit(1))
            .flatMap(some -> some)
            .toList(),
        batch.auroc(),
        batch.features(),
        batch.realised(),
        batch.intervalFactor(),
        alerts);
  }

  private static String html(List<BatchResult> batches) {
    return MonitorDashboard.of(batches).toHtml();
  }

  private static String headline(List<BatchResult> batches) {
    String html = html(batches);
    return html.substring(html.indexOf("<h1>") + 4, html.indexOf("</h1>"))
        .replaceAll("<[^>]+>|\u2060", "")
        .replace('\u00a0', ' ');
  }
}
