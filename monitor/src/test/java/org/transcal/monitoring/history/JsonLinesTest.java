package org.transcal.monitoring.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.BatchTime;
import org.transcal.monitoring.Metric;
import org.transcal.monitoring.Reading;

class JsonLinesTest {
  @TempDir private Path folder;

  private Path file;
  private String first;

  @BeforeEach
  void writeTheFirstBatch() throws IOException {
    file = folder.resolve("nights.jsonl");
    BatchJson.append(file, List.of(batch("1")));
    first = Files.readString(file);
  }

  private static BatchResult batch(String at) {
    return new BatchResult(
        BatchTime.parse(at),
        Optional.empty(),
        100,
        100,
        List.of(new Reading(Metric.ACCURACY, 0.9, Optional.empty(), 0.8, 0.75)),
        List.of(),
        Optional.empty(),
        List.of(),
        Optional.empty(),
        1,
        List.of());
  }

  private static String line(String at) {
    return new String(BatchJson.lines(List.of(batch(at))), StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 9, 40, 100})
  void givenHalfALineOfAKilledMonitor_whenAnyBatchFollows_thenOnlyTheHalfIsRemoved(int length)
      throws IOException {
    for (String next : List.of("2", "3")) {
      Files.writeString(file, first + line("2").substring(0, length));

      BatchJson.append(file, List.of(batch(next)));

      assertThat(file).hasContent(first + line(next));
    }
  }

  @Test
  void givenALineOfAnotherProgramWithoutItsEnd_thenItIsKeptAndEnded() throws IOException {
    Files.writeString(file, first + "{\"other\":1}");

    BatchJson.append(file, List.of(batch("2")));

    assertThat(file).hasContent(first + "{\"other\":1}\n" + line("2"));
  }

  @Test
  void givenAnEmptyFile_thenTheBatchIsItsFirstLine() throws IOException {
    Files.writeString(file, "");

    BatchJson.append(file, List.of(batch("2")));

    assertThat(file).hasContent(line("2"));
  }
}
