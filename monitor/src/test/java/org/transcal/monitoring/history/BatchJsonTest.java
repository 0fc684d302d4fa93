package org.transcal.monitoring.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.transcal.monitoring.history.example.ExampleBatches;

class BatchJsonTest {
  private static final String SEGMENT =
      "{'schema':'transcal.monitor/1','at':'2026-11-14','segment':'camera=3','rows':100,"
          + "'sampledRows':100,'accuracy':{'value':0.9,'threshold':0.75,'expected':0.8},"
          + "'drift':{'features':[],'thresholds':{},'expected':{}},'intervalFactor':1.0,"
          + "'classes':[],'alerts':[],'findings':{'headline':'All quiet on 2026-11-14.','why':[],"
          + "'next':[],'warnings':[]}}";

  private static String json(String text) {
    return text.replace('\'', '"');
  }

  @Test
  void givenANight_thenEverythingIsInItsLine() {
    String line = BatchJson.line(ExampleBatches.whole("2026-11-14"));

    assertThat(line)
        .startsWith(
            json(
                "{'schema':'transcal.monitor/1','at':'2026-11-14','segment':null,'rows':2000,"
                    + "'sampledRows':1000,'accuracy':{'value':0.62,'low':0.6,'high':0.65,"
                    + "'threshold':0.71,'expected':0.8},'ece':{'value':0.08,'low':0.05,"
                    + "'high':0.1,'threshold':0.07,'expected':0.03},'drift':{'domainAuc':0.7,"
                    + "'confidence':0.11,'classes':0.3333333333333333,'features':[{'name':'12',"
                    + "'score':0.4},{'name':'size, m²','score':0.1}],'thresholds':{"
                    + "'domainAuc':0.55,'confidence':0.05,'classes':0.05},'expected':{"
                    + "'domainAuc':0.5,'confidence':0.02,'classes':0.02}},'realised':{"
                    + "'rows':500,'accuracy':{'value':0.61,"))
        .contains(json("'ece':0.09},'intervalFactor':1.25,'classes':[{'name':'cat, \\'tame\\'',"))
        .contains(json("'auroc':{'value':0.9,"))
        .contains(json("'alerts':['accuracy 62 %, below 71 %; camera \\'3\\'','features moved'],"))
        .contains(json("'findings':{'headline':'Alert on 2026-11-14: accuracy 62 %, below 71 %;"))
        .endsWith(json("'features moved.'],'next':[],'warnings':[]}}"));
  }

  @Test
  void givenASegment_thenWhatItLacksIsLeftOut() {
    assertThat(BatchJson.line(ExampleBatches.segment("2026-11-14", "3"))).isEqualTo(json(SEGMENT));
  }

  @Test
  void givenSeveralNights_thenOneLineEach() {
    byte[] lines =
        BatchJson.lines(
            List.of(
                ExampleBatches.segment("2026-11-14", "3"),
                ExampleBatches.segment("2026-11-14", "3")));

    assertThat(new String(lines, StandardCharsets.UTF_8))
        .isEqualTo(json(SEGMENT + "\n" + SEGMENT + "\n"));
  }

  @Test
  void givenAnAlert_thenOneObjectWithTextAlertsAndBatches() {
    String alert = BatchJson.alert("bad \"night\"", List.of(ExampleBatches.whole("7")));

    assertThat(alert)
        .startsWith(
            json(
                "{'schema':'transcal.alert/1','text':'bad \\'night\\'','alerts':['accuracy 62 %,"
                    + " below 71 %; camera \\'3\\'','features moved'],'nights':[{'schema':"))
        .endsWith("]}}]}");
  }
}
