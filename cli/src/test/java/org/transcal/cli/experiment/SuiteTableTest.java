package org.transcal.cli.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuiteTableTest {
  @ParameterizedTest
  @CsvSource({
    "office__A2C__mdd, office",
    "A2C, tasks",
    "office__A2C, tasks",
    "a__b__c__d, tasks",
    "__A2C__mdd, tasks",
    "of_fice__A2C__source_only, of_fice"
  })
  void givenTaskName_thenSuite(String task, String suite) {
    assertThat(SuiteTable.suiteOf(task)).isEqualTo(suite);
  }
}
