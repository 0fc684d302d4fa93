package org.transcal.cli.monitor;

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
import org.transcal.io.json.NightJson;
import org.transcal.monitoring.Metric;
import org.transcal.monitoring.Night;
import org.transcal.monitoring.NightTime;
import org.transcal.monitoring.Reading;

class JsonLinesTest {
  @TempDir private Path folder;

  private Path file;
  private String first;

  @BeforeEach
  void writeTheFirstNight() throws IOException {
    file = folder.resolve("nights.jsonl");
    JsonLines.append(file, List.of(night("1")));
    first = Files.readString(file);
  }

  private static Night night(String at) {
    return new Night(
        NightTime.parse(at),
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
    return new String(NightJson.lines(List.of(night(at))), StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 9, 40, 100})
  void givenHalfALineOfAKilledMonitor_whenAnyNightFollows_thenOnlyTheHalfIsRemoved(int length)
      throws IOException {
    for (String next : List.of("2", "3")) {
      Files.writeString(file, first + line("2").substring(0, length));

      JsonLines.append(file, List.of(night(next)));

      assertThat(file).hasContent(first + line(next));
    }
  }

  @Test
  void givenALineOfAnotherProgramWithoutItsEnd_thenItIsKeptAndEnded() throws IOException {
    Files.writeString(file, first + "{\"other\":1}");

    JsonLines.append(file, List.of(night("2")));

    assertThat(file).hasContent(first + "{\"other\":1}\n" + line("2"));
  }

  @Test
  void givenAnEmptyFile_thenTheNightIsItsFirstLine() throws IOException {
    Files.writeString(file, "");

    JsonLines.append(file, List.of(night("2")));

    assertThat(file).hasContent(line("2"));
  }
}
