package org.transcal.monitoring.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.Metric;
import org.transcal.monitoring.Segment;
import org.transcal.monitoring.history.example.ExampleBatches;

class BatchRowTest {
  private static Object value(BatchRow row, String column) {
    List<String> names = BatchRow.COLUMNS.stream().map(BatchRow.Column::name).toList();
    return row.values()[names.indexOf(column)];
  }

  private static BatchRow with(BatchRow row, String column, Object value) {
    List<String> names = BatchRow.COLUMNS.stream().map(BatchRow.Column::name).toList();
    Object[] values = row.values().clone();
    values[names.indexOf(column)] = value;
    return new BatchRow(values);
  }

  @Test
  void givenNights_thenTheyReadBackAsTheyWere() {
    BatchResult whole = ExampleBatches.whole("2026-11-14T06:00/2");
    BatchResult segment = ExampleBatches.segment("reference/3", "-1");

    assertThat(BatchRow.of(whole).toBatch()).isEqualTo(whole);
    assertThat(BatchRow.of(segment).toBatch()).isEqualTo(segment);
  }

  @Test
  void givenANight_thenItsColumnsHaveTheirDeclaredTypesAndContent() {
    BatchRow row = BatchRow.of(ExampleBatches.whole("2026-11-14"));

    for (int i = 0; i < row.values().length; i++) {
      Object value = row.values()[i];
      Class<?> type =
          switch (BatchRow.COLUMNS.get(i).type()) {
            case TEXT -> String.class;
            case COUNT -> Long.class;
            case NUMBER -> Double.class;
          };
      assertThat(value == null || type.isInstance(value))
          .as(BatchRow.COLUMNS.get(i).name())
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
    BatchResult batch = ExampleBatches.whole("2026-11-14");
    BatchResult.Alert alert = new BatchResult.Alert(Metric.ACCURACY, "x".repeat(2_000_000));
    BatchResult wordy =
        new BatchResult(
            batch.at(),
            Optional.of(new Segment("camera", "3".repeat(10_100))),
            batch.rows(),
            batch.sampledRows(),
            batch.readings(),
            batch.classes(),
            batch.auroc(),
            batch.features(),
            batch.realised(),
            batch.intervalFactor(),
            List.of(alert));

    assertThat(BatchRow.of(wordy).toBatch()).isEqualTo(wordy);
  }

  @Test
  void givenARowWithoutDetail_thenItsAlertsHaveNoText() {
    BatchResult batch = BatchRow.of(ExampleBatches.whole("7")).withoutDetail().toBatch();

    assertThat(batch.alerts())
        .containsExactly(
            new BatchResult.Alert(Metric.ACCURACY, ""),
            new BatchResult.Alert(Metric.DOMAIN_AUC, ""));
    assertThat(batch.classes()).isEmpty();
    assertThat(batch.readings()).hasSize(5);
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
        "detail|[]|column detail: is not a JSON object",
      })
  void givenADamagedValue_thenTheMessageNamesIt(String column, String value, String message) {
    BatchRow row = with(BatchRow.of(ExampleBatches.whole("2026-11-14")), column, value);

    assertThatThrownBy(row::toBatch)
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
    BatchRow row = with(BatchRow.of(ExampleBatches.whole("2026-11-14")), "detail", detail);

    assertThatThrownBy(row::toBatch)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("column detail");
  }
}
