package org.transcal.labelling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.transcal.example.KnownShift;
import org.transcal.labelling.LabelledRows.Draw;
import org.transcal.labelling.LabelledRows.Row;
import org.transcal.task.TransferTask;

class LabelledRowsTest {
  private static final TransferTask TASK = KnownShift.sample(60, 60, 50, 1).task();

  @Test
  void givenRows_thenCountsThoseWithALabel() {
    LabelledRows rows =
        new LabelledRows(List.of(Row.of(3, 1), new Row(4, OptionalInt.empty(), Optional.empty())));

    assertThat(rows.labelled()).isEqualTo(1);
    assertThat(rows.isOwnSample()).isTrue();
  }

  @Test
  void givenBadNumbers_thenNamesThem() {
    assertThatThrownBy(() -> Row.of(-1, 0)).hasMessageContaining("Row is -1");
    assertThatThrownBy(() -> Row.of(7, -2)).hasMessageContaining("Label of row 7 is -2");
    assertThatThrownBy(() -> new Draw(-1, 5, 0.5, 1)).hasMessageContaining("Stratum is -1");
    assertThatThrownBy(() -> new Draw(0, 0, 0.5, 1)).hasMessageContaining("has 0 rows");
    assertThatThrownBy(() -> new Draw(0, 5, Double.NaN, 1)).hasMessageContaining("is NaN");
    assertThatThrownBy(() -> new Draw(0, 5, 1.5, 1)).hasMessageContaining("is 1.5");
    assertThatThrownBy(() -> new Draw(0, 5, 0.5, 0)).hasMessageContaining("Round is 0");
  }

  @Test
  void givenSameRowTwiceOrStratumOfTwoSizes_thenRefuses() {
    assertThatThrownBy(() -> new LabelledRows(List.of(Row.of(3, 1), Row.of(3, 0))))
        .hasMessageContaining("Row 3 is given twice");
    assertThatThrownBy(() -> new LabelledRows(List.of(drawn(1, 0, 20), drawn(2, 0, 21))))
        .hasMessageContaining("Stratum 0 has 21 rows at row 2 but 20 before");
  }

  @Test
  void givenRowsOfAnotherTask_thenRefuses() {
    assertThatThrownBy(() -> new LabelledRows(List.of(Row.of(50, 0))).requireFor(TASK))
        .hasMessageContaining("Row is 50")
        .hasMessageContaining("0 … 49");
    assertThatThrownBy(() -> new LabelledRows(List.of(Row.of(5, 5))).requireFor(TASK))
        .hasMessageContaining("Label of row 5 is 5")
        .hasMessageContaining("0 … 4");
    assertThatThrownBy(
            () -> new LabelledRows(List.of(drawn(1, Integer.MAX_VALUE, 20))).requireFor(TASK))
        .hasMessageContaining("Stratum of row 1");
  }

  private static Row drawn(int row, int stratum, int stratumRows) {
    return new Row(row, OptionalInt.of(0), Optional.of(new Draw(stratum, stratumRows, 0.5, 1)));
  }
}
