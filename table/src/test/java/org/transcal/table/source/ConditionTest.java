package org.transcal.table.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.io.file.InputException;

class ConditionTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "1=1) UNION SELECT (1",
        "name = E'\\'') UNION SELECT * FROM other WHERE (name = E'\\''",
        "name =e'\\'') UNION SELECT * FROM other WHERE (name =e'\\''",
        "name =\u00a0E'\\'') UNION SELECT * FROM other WHERE (name =\u00a0E'\\''",
        "0 < 1E'\\'') UNION SELECT * FROM other WHERE (0 < 1E'\\''",
        "$$'$$ = 'x'",
        "name = 'x",
      })
  void givenWhatBreaksOut_thenItIsRefused(String condition) {
    assertThatThrownBy(() -> Condition.require("scores.csv", condition))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("scores.csv: --where is ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "day >= date'2026-11-01'",
        "path LIKE 'C:\\%' AND name = 'it''s )'",
        "(\"size) of\" > 3) AND name IN ('e', 'E')",
      })
  void givenAnExpression_thenItIsKeptInParentheses(String condition) {
    assertThat(Condition.require("scores.csv", condition)).isEqualTo("(" + condition + ")");
  }
}
