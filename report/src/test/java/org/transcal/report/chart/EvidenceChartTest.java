package org.transcal.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.transcal.accuracy.AccuracyEvidence;
import org.transcal.accuracy.AccuracyEvidence.Status;
import org.transcal.metric.Estimate;
import org.transcal.metric.Interval;

class EvidenceChartTest {
  private static final AccuracyEvidence USED =
      new AccuracyEvidence("neighbours", 0.52, 0.52, 0.4, Status.USED, "");
  private static final AccuracyEvidence CAPPED =
      new AccuracyEvidence("confidence", 0.93, 0.81, 0.6, Status.CAPPED, "above source accuracy");
  private static final AccuracyEvidence DROPPED =
      new AccuracyEvidence("second-model", 0.35, 0.35, 0, Status.DROPPED, "too few rows agree");
  private static final Estimate ESTIMATE = new Estimate(0.58, new Interval(0.28, 0.75));

  private static EvidenceChart chart(AccuracyEvidence... evidence) {
    return new EvidenceChart("chart", List.of(evidence), ESTIMATE, 0.81);
  }

  @Test
  void givenEachStatus_thenADotACapAndACrossWithTheirNumbers() {
    String drawn = chart(USED, CAPPED, DROPPED).draw().write();

    assertThat(drawn)
        .contains("class=\"used\" data-key=\"neighbours\" data-says=\"0.52\" data-used=\"0.52\"")
        .contains("class=\"capped\" data-key=\"confidence\" data-says=\"0.93\" data-used=\"0.81\"")
        .contains("class=\"dropped\" data-key=\"second-model\" data-says=\"0.35\"")
        .contains(">93 → 81\u00a0%<", ">52\u00a0%<", ">dropped<", ">second model<")
        .contains("capped: above source accuracy", "dropped: too few rows agree");
  }

  @Test
  void givenTheEstimate_thenItsIntervalAndSourceAccuracyAreDrawn() {
    String drawn = chart(USED).draw().write();

    assertThat(drawn)
        .contains("data-low=\"0.28\" data-high=\"0.75\"")
        .contains("class=\"pooled\" data-value=\"0.58\"", ">28 to 75\u00a0%<")
        .contains("class=\"source\" data-value=\"0.81\"", ">source rows 81\u00a0%<");
  }

  @Test
  void givenOnlySomeStatuses_thenTheLegendNamesNoOthers() {
    assertThat(chart(USED).legend()).contains(Legend.USED).doesNotContain(Legend.CAPPED);
    assertThat(chart(CAPPED, DROPPED, DROPPED).legend())
        .containsOnlyOnce(Legend.DROPPED)
        .contains(Legend.CAPPED, Legend.POOLED, Legend.RANGE, Legend.SOURCE)
        .doesNotContain(Legend.USED);
  }

  @Test
  void givenTheTable_thenWhatBecameOfEach() {
    String table = chart(USED, CAPPED, DROPPED).table().toElement().write();

    assertThat(table)
        .contains("capped: above source accuracy", "dropped: too few rows agree")
        .contains("<td>60\u00a0%</td>");
  }
}
