package org.transcal.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.transcal.monitoring.BatchTime;

class BatchPointsTest {
  private static List<BatchTime> days(int count) {
    return IntStream.range(0, count)
        .mapToObj(day -> BatchTime.parse(LocalDate.of(2020, 1, 1).plusDays(day).toString()))
        .toList();
  }

  @Test
  void givenAHundredNights_thenAPointForEach() {
    BatchPoints points = new BatchPoints(days(100));

    assertThat(points.all()).hasSize(100).allMatch(point -> point.batches() == 1);
    assertThat(points.explanation()).isEmpty();
  }

  @Test
  void givenAnyNumberOfNights_thenFewPointsThatHoldEachOnce() {
    for (int count : new int[] {0, 1, 101, 499, 500, 501, 5_000, 10_000}) {
      for (int reference : new int[] {0, 1, 37, 250}) {
        List<BatchTime> times =
            Stream.concat(
                    IntStream.rangeClosed(1, reference).mapToObj(BatchTime::reference),
                    days(count).stream())
                .toList();

        BatchPoints points = new BatchPoints(times);

        int all = points.all().stream().mapToInt(BatchPoints.Point::batches).sum();
        assertThat(all).isEqualTo(times.size());
        assertThat(points.size())
            .isLessThanOrEqualTo(BatchPoints.MOST_SINGLE + BatchPoints.MOST_GROUPS);
        assertThat(points.all()).allMatch(p -> p.first().kind() == p.last().kind());
        int single = Math.max(0, points.size() - BatchPoints.MOST_SINGLE);
        assertThat(points.all().subList(single, points.size()))
            .allMatch(point -> point.batches() == 1);
      }
    }
  }

  @Test
  void givenAMissedNight_thenAGapButNoneForWeekends() {
    List<BatchTime> daily = days(30);
    List<BatchTime> missed = daily.stream().filter(t -> !t.text().equals("2020-01-20")).toList();
    List<BatchTime> workdays =
        daily.stream()
            .filter(t -> LocalDate.parse(t.text()).getDayOfWeek().getValue() < 6)
            .toList();

    assertThat(new BatchPoints(daily).json().write()).contains("\"gaps\":[]");
    assertThat(new BatchPoints(missed).json().write()).contains("\"gaps\":[19]");
    assertThat(new BatchPoints(workdays).json().write()).contains("\"gaps\":[]");
  }
}
