package org.transcal.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TaskNameTest {
  @ParameterizedTest
  @CsvSource({
    "office__A2C__mdd, office, A2C, mdd",
    "of_fice__A2C__source_only, of_fice, A2C, source_only",
    "office-home_CDAN+E_A2C, office-home, A2C, CDAN+E",
    "A2C, tasks, A2C, ''",
    "office__A2C, tasks, office__A2C, ''",
    "a__b__c__d, tasks, a__b__c__d, ''",
    "__A2C__mdd, tasks, __A2C__mdd, ''",
    "my_own_task, tasks, my_own_task, ''"
  })
  void givenName_thenItsParts(String name, String suite, String task, String model) {
    TaskName read = TaskName.of(name);

    assertThat(read).isEqualTo(new TaskName(name, suite, task, model));
  }
}
