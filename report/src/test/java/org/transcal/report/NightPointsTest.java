package org.transcal.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.transcal.monitoring.NightTime;

class NightPointsTest {
  private static List<NightTime> days(int count) {
    return IntStream.range(0, count)
        .mapToObj(day -> NightTime.parse(LocalDate.of(2020, 1, 1).plusDays(day).toString()))
        .toList();
  }

  @Test
  void givenAHundredNights_thenAPointForEach() {
    NightPoints points = new NightPoints(days(100));

    assertThat(points.all()).hasSize(100).allMatch(point -> point.nights() == 1);
    assertThat(points.explanation()).isEmpty();
  }

  @Test
  void givenAnyNumberOfNights_thenFewPointsThatHoldEachOnce() {
    for (int count : new int[] {0, 1, 101, 499, 500, 501, 5_000, 10_000}) {
      for (int reference : new int[] {0, 1, 37, 250}) {
        List<NightTime> times =
            Stream.concat(
                    IntStream.rangeClosed(1, reference).mapToObj(NightTime::reference),
                    days(count).stream())
                .toList();

        NightPoints points = new NightPoints(times);

        int all = points.all().stream().mapToInt(NightPoints.Point::nights).sum();
        assertThat(all).isEqualTo(times.size());
        assertThat(points.size())
            .isLessThanOrEqualTo(NightPoints.MOST_SINGLE + NightPoints.MOST_GROUPS);
        assertThat(points.all()).allMatch(p -> p.first().kind() == p.last().kind());
        int single = Math.max(0, points.size() - NightPoints.MOST_SINGLE);
        assertThat(points.all().subList(single, points.size()))
            .allMatch(point -> point.nights() == 1);
      }
    }
  }

  @Test
  void givenAMissedNight_thenAGapButNoneForWeekends() {
    List<NightTime> daily = days(30);
    List<NightTime> missed = daily.stream().filter(t -> !t.text().equals("2020-01-20")).toList();
    List<NightTime> workdays =
        daily.stream()
            .filter(t -> LocalDate.parse(t.text()).getDayOfWeek().getValue() < 6)
            .toList();

    assertThat(new NightPoints(daily).json().write()).contains("\"gaps\":[]");
    assertThat(new NightPoints(missed).json().write()).contains("\"gaps\":[19]");
    assertThat(new NightPoints(workdays).json().write()).contains("\"gaps\":[]");
  }
}
