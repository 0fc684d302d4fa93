package org.transcal.io.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.io.example.ExampleNights;
import org.transcal.monitoring.Metric;
import org.transcal.monitoring.Night;
import org.transcal.monitoring.Segment;

class NightRowTest {
  private static Object value(NightRow row, String column) {
    List<String> names = NightRow.COLUMNS.stream().map(NightRow.Column::name).toList();
    return row.values()[names.indexOf(column)];
  }

  private static NightRow with(NightRow row, String column, Object value) {
    List<String> names = NightRow.COLUMNS.stream().map(NightRow.Column::name).toList();
    Object[] values = row.values().clone();
    values[names.indexOf(column)] = value;
    return new NightRow(values);
  }

  @Test
  void givenNights_thenTheyReadBackAsTheyWere() {
    Night whole = ExampleNights.whole("2026-11-14T06:00/2");
    Night segment = ExampleNights.segment("reference/3", "-1");

    assertThat(NightRow.of(whole).toNight()).isEqualTo(whole);
    assertThat(NightRow.of(segment).toNight()).isEqualTo(segment);
  }

  @Test
  void givenANight_thenItsColumnsHaveTheirDeclaredTypesAndContent() {
    NightRow row = NightRow.of(ExampleNights.whole("2026-11-14"));

    for (int i = 0; i < row.values().length; i++) {
      Object value = row.values()[i];
      Class<?> type =
          switch (NightRow.COLUMNS.get(i).type()) {
            case TEXT -> String.class;
            case COUNT -> Long.class;
            case NUMBER -> Double.class;
          };
      assertThat(value == null || type.isInstance(value))
          .as(NightRow.COLUMNS.get(i).name())
          .isTrue();
    }
    assertThat(value(row, "at")).isEqualTo("2026-11-14");
    assertThat(value(row, "segment_column")).isNull();
    assertThat(value(row, "class_drift")).isEqualTo(1.0 / 3);
    assertThat(value(row, "realised_rows")).isEqualTo(500L);
    assertThat(value(row, "alerts")).isEqualTo("accuracy,domainAuc");
    assertThat(value(row, "detail").toString())
        .startsWith("{\"classes\":[{\"name\":\"cat, \\\"tame\\\"\",\"precision\":{\"value\":0.7,")
        .contains("\"auroc\":{\"value\":0.9,", "\"features\":[{\"name\":\"12\",\"score\":0.4}");
  }

  @Test
  void givenLongTexts_thenTheyReadBackAsTheyWere() {
    Night night = ExampleNights.whole("2026-11-14");
    Night.Alert alert = new Night.Alert(Metric.ACCURACY, "x".repeat(2_000_000));
    Night wordy =
        new Night(
            night.at(),
            Optional.of(new Segment("camera", "3".repeat(10_100))),
            night.rows(),
            night.sampledRows(),
            night.readings(),
            night.classes(),
            night.auroc(),
            night.features(),
            night.realised(),
            night.intervalFactor(),
            List.of(alert));

    assertThat(NightRow.of(wordy).toNight()).isEqualTo(wordy);
  }

  @Test
  void givenARowWithoutDetail_thenItsAlertsHaveNoText() {
    Night night = NightRow.of(ExampleNights.whole("7")).withoutDetail().toNight();

    assertThat(night.alerts())
        .containsExactly(
            new Night.Alert(Metric.ACCURACY, ""), new Night.Alert(Metric.DOMAIN_AUC, ""));
    assertThat(night.classes()).isEmpty();
    assertThat(night.readings()).hasSize(5);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "at|yesterday|Time is 'yesterday'",
        "rows||column rows is empty",
        "accuracy_threshold||column accuracy_threshold is empty",
        "realised_low||column realised_low is empty",
        "alerts|speed|column alerts has \"speed\"",
        "detail|{|column detail: is not valid JSON",
        "detail|[]|column detail: has START_ARRAY where START_OBJECT",
      })
  void givenADamagedValue_thenTheMessageNamesIt(String column, String value, String message) {
    NightRow row = with(NightRow.of(ExampleNights.whole("2026-11-14")), column, value);

    assertThatThrownBy(row::toNight)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"classes\":3}",
        "{\"classes\":[3]}",
        "{\"classes\":[{\"name\":\"a\",\"recall\":{}}]}",
        "{\"auroc\":{\"value\":0.5,\"low\":0.6,\"high\":0.4}}",
        "{\"auroc\":{\"value\":\"x\",\"low\":0.6,\"high\":0.4}}",
        "{\"features\":[{\"name\":\"a\"}]}",
        "{\"alerts\":[1]}",
        "{\"alerts\":[\"a\"",
      })
  void givenHostileDetail_thenItIsRefused(String detail) {
    NightRow row = with(NightRow.of(ExampleNights.whole("2026-11-14")), "detail", detail);

    assertThatThrownBy(row::toNight)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("column detail");
  }
}
