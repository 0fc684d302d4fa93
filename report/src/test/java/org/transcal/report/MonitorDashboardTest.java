package org.transcal.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.transcal.monitoring.Metric;
import org.transcal.monitoring.Night;
import org.transcal.monitoring.NightTime;
import org.transcal.monitoring.Segment;

class MonitorDashboardTest {
  private static final NightTime TODAY = NightTime.parse("2026-11-14");

  @Test
  void givenAQuietNight_thenTheHeadlineSaysSo() {
    assertThat(headline(List.of(NightSamples.night(TODAY, 0, 0))))
        .isEqualTo("All quiet: accuracy 85 % (81–88 %) on 2026-11-14, usual 84 %.");
  }

  @Test
  void givenARunOfAlerts_thenTheHeadlineNamesItsStartAndReason() {
    assertThat(headline(NightSamples.broken(46)))
        .isEqualTo(
            "Alert since 2026-11-12: accuracy 62 %, below 80 %; 40 % of the drop comes from"
                + " camera=3; features 12 and 40 moved most.");
  }

  @Test
  void givenAnAlertInAnEarlierPartOfTheNight_thenTheHeadlineSaysSo() {
    Night bad = NightSamples.night(NightTime.parse("2026-11-14/1"), 0, 0.22);
    Night good = NightSamples.night(NightTime.parse("2026-11-14/2"), 0, 0);

    assertThat(headline(List.of(bad, good))).startsWith("Alert on 2026-11-14/1");
  }

  @Test
  void givenAnAlertOfASegmentOnly_thenTheHeadlineNamesIt() {
    Segment segment = new Segment("camera", "3");

    assertThat(
            headline(
                List.of(
                    NightSamples.night(TODAY, 0, 0), NightSamples.segment(TODAY, segment, 0, 0.4))))
        .isEqualTo("Alert on 2026-11-14: camera=3: accuracy 39.0 %, below 76.0 %.");
  }

  @Test
  void givenAnAlertWithoutItsText_thenTheReadingSaysIt() {
    Night night = NightSamples.night(TODAY, 0, 0.2);
    Night bare = with(night, List.of(new Night.Alert(Metric.ACCURACY, "")));

    assertThat(headline(List.of(bare)))
        .isEqualTo("Alert on 2026-11-14: accuracy 64.8 %, below 80.0 %.");
  }

  @Test
  void givenAnEarlierAlert_thenItIsRemembered() {
    List<Night> nights =
        List.of(
            NightSamples.night(NightTime.parse("2026-11-12"), 0, 0.2),
            NightSamples.night(TODAY, 1, 0));

    assertThat(html(nights))
        .contains("The latest alert was on <time>2026-11-12</time>: accuracy 62\u00a0%");
  }

  @Test
  void givenLateLabelsThatRaisedAnAlert_thenTheHeadlineIsTheirs() {
    Night labelled = NightSamples.night(NightTime.parse("2026-11-12"), 0, 0);
    Night wrong =
        new Night(
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
            List.of(new Night.Alert(Metric.REALISED, "realised accuracy 0.8 %, below 85.2 %")));

    Night quiet = NightSamples.night(TODAY, 1, 0);

    assertThat(headline(List.of(wrong, quiet)))
        .startsWith("Alert on ")
        .contains("realised accuracy 0.8 %, below 85.2 %");
    assertThat(headline(List.of(wrong))).contains("realised accuracy 0.8");
    assertThat(html(List.of(wrong))).contains("▲ Realised accuracy", "on 400 labelled rows");
    assertThat(headline(List.of(wrong, NightSamples.night(TODAY, 4, 0)))).startsWith("All quiet");
  }

  @Test
  void givenNoMonitoredNight_thenTheHeadlineSaysSo() {
    assertThat(headline(List.of())).isEqualTo("No night has been monitored yet");
    List<Night> reference =
        IntStream.rangeClosed(1, 3)
            .mapToObj(k -> NightSamples.night(NightTime.reference(k), k, 0))
            .toList();
    assertThat(headline(reference)).isEqualTo("No night has been monitored yet");
    assertThat(html(reference)).contains("3 reference nights", "\"reference 3\"");
  }

  @Test
  void givenMissingParts_thenThePageLeavesThemOut() {
    Night whole = NightSamples.night(TODAY, 0, 0);
    Night bare =
        new Night(
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
    assertThat(html(NightSamples.broken(46)))
        .contains("Track record: on the 11 nights with labels so far, the estimate was off by");
  }

  @Test
  void givenHostileNames_thenTheyAreTextAndTurnNoOrder() {
    String hostile = "</script><img src=x onerror=alert(1)>\"'\u202egnp\u2066";
    List<Night> nights =
        List.of(
            NightSamples.night(TODAY, 0, 0),
            NightSamples.segment(TODAY, new Segment(hostile, hostile), 0, 0.4));

    String html = MonitorDashboard.of(nights).withTitle(hostile).withCommand(hostile).toHtml();

    assertThat(html.split("</script", -1)).hasSize(3);
    assertThat(html).doesNotContain("<img");
    assertThat(html.substring(0, html.indexOf("id=\"reproduction\"")))
        .doesNotContain("\u202e", "\u2066")
        .contains("\ufffdgnp\ufffd");
    assertThat(html.substring(html.indexOf("report-data"))).doesNotContain("\u202e", "\u2066");
  }

  @Test
  void givenNoScript_thenATableOfTheLatestThirtyNights() {
    String html = html(NightSamples.broken(46));
    String table = html.substring(html.indexOf("<noscript>"), html.indexOf("</noscript>"));

    assertThat(table.split("<tr>", -1)).hasSize(1 + 1 + 30);
    assertThat(table).contains("2026-11-14", "2,030", "61.6\u00a0%", "camera=3; features 12");
  }

  @Test
  void givenTheSameNightsInAnyOrder_thenTheSamePage() {
    List<Night> nights = NightSamples.broken(20);
    List<Night> reversed = new ArrayList<>(nights);
    java.util.Collections.reverse(reversed);

    assertThat(html(reversed)).isEqualTo(html(nights)).isEqualTo(html(nights));
  }

  @Test
  void givenTenThousandNightsOfTwentySegmentsAllWithAlerts_thenBelowFiveMegabytes() {
    List<Night> nights = new ArrayList<>();
    for (int day = 0; day < 10_000; day++) {
      NightTime at = NightTime.parse(LocalDate.of(1999, 1, 1).plusDays(day).toString());
      Night whole = NightSamples.night(at, day, 0.2);
      nights.add(with(whole, whole.alerts()));
      for (int k = 0; k < 20; k++) {
        nights.add(NightSamples.segment(at, new Segment("camera", "number " + k), day + k, 0.4));
      }
    }

    String html = html(nights);

    assertThat(html.getBytes(StandardCharsets.UTF_8).length).isLessThan(5_000_000);
    assertThat(html)
        .contains("The latest 100 nights are drawn one by one, older ones in groups of up to 25");
  }

  @Test
  void givenThousandsOfSegmentsAndEndlessAlerts_thenStillBelowFiveMegabytes() {
    List<Night> nights = new ArrayList<>();
    for (int day = 0; day < 120; day++) {
      NightTime at = NightTime.parse(LocalDate.of(2026, 1, 1).plusDays(day).toString());
      nights.add(NightSamples.night(at, day, 0));
      for (int k = 0; k < 500; k++) {
        Night night = NightSamples.segment(at, new Segment("user", "u".repeat(9_000) + k), day, 0);
        nights.add(with(night, List.of(new Night.Alert(Metric.ECE, "long ".repeat(999)))));
      }
    }

    String html = html(nights);

    assertThat(html.getBytes(StandardCharsets.UTF_8).length).isLessThan(5_000_000);
    assertThat(html).contains("40 of 500 segments are shown");
  }

  private static Night with(Night night, List<Night.Alert> alerts) {
    return new Night(
        night.at(),
        night.segment(),
        night.rows(),
        night.sampledRows(),
        night.readings(),
        IntStream.range(0, 10)
            .mapToObj(k -> night.classes().stream().limit(1))
            .flatMap(some -> some)
            .toList(),
        night.auroc(),
        night.features(),
        night.realised(),
        night.intervalFactor(),
        alerts);
  }

  private static String html(List<Night> nights) {
    return MonitorDashboard.of(nights).toHtml();
  }

  private static String headline(List<Night> nights) {
    String html = html(nights);
    return html.substring(html.indexOf("<h1>") + 4, html.indexOf("</h1>"))
        .replaceAll("<[^>]+>|\u2060", "")
        .replace('\u00a0', ' ');
  }
}
