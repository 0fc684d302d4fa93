package org.transcal.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.io.file.InputException;
import org.transcal.shift.Balance;
import org.transcal.workflow.Plan;
import org.transcal.workflow.Plan.Training;
import org.transcal.workflow.Plan.Transfer;

class PlanFileTest {
  private static final String FULL =
      """
      # a plan
      parameters:
        data: reviews.npz
        runs: 3
      tasks: [bank, /abs/olute]
      train:
        - data: $(data)
          suite: amazon
          transfers: [books -> dvd, dvd->books]
          methods: [mdd, cdan-e]
          seeds: [0, 5]
          steps: 20
        - data: [a.svm, b.svm]
          transfers: all
          methods: dann
      methods: [vanilla, transcal]
      repeats: $(runs)
      seed: 9
      bins: 10
      balance: upsample
      """;

  @TempDir private Path folder;

  private Plan read(String text, Map<String, String> given) throws IOException {
    return PlanFile.read(Files.writeString(folder.resolve("plan.yaml"), text), given);
  }

  @Test
  void givenEveryKey_thenEveryValue() throws IOException {
    Plan plan = read(FULL, Map.of());

    assertThat(plan.tasks()).containsExactly(folder.resolve("bank"), Path.of("/abs/olute"));
    assertThat(plan.methods()).containsExactly("vanilla", "transcal");
    assertThat(plan.repeats()).isEqualTo(3);
    assertThat(plan.seed()).isEqualTo(9);
    assertThat(plan.bins()).isEqualTo(10);
    assertThat(plan.balance()).isEqualTo(Balance.UPSAMPLE);
    Training first = plan.training().get(0);
    assertThat(first.data()).containsExactly(folder.resolve("reviews.npz"));
    assertThat(first.suite()).contains("amazon");
    assertThat(first.transfers())
        .containsExactly(new Transfer("books", "dvd"), new Transfer("dvd", "books"));
    assertThat(first.methods()).containsExactly("mdd", "cdan-e");
    assertThat(first.seeds()).containsExactly(0L, 5L);
    assertThat(first.steps()).hasValue(20);
    assertThat(first.ensemble()).isEmpty();
    Training second = plan.training().get(1);
    assertThat(second.data()).hasSize(2);
    assertThat(second.transfers()).isEmpty();
    assertThat(second.methods()).containsExactly("dann");
    assertThat(second.seeds()).containsExactly(0L);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dilemma",
        "figure-domainnet",
        "figure-office31",
        "figure-visda",
        "table2",
        "table3",
        "table4",
        "table5",
        "table6",
        "table7"
      })
  void givenPlanOfThePaper_thenEachTrainingNamesTransfersMethodsAndSeeds(String name) {
    Path file = Path.of("..", "research", "plans", name + ".yaml");

    Plan plan = PlanFile.read(file, Map.of("seeds", "0, 1, 2"));

    assertThat(plan.training())
        .isNotEmpty()
        .allSatisfy(
            training -> {
              assertThat(training.methods()).isNotEmpty();
              assertThat(training.transfers()).doesNotHaveDuplicates();
              assertThat(training.seeds()).containsExactly(0L, 1L, 2L);
            });
  }

  @Test
  void givenParameterOnTheCommandLine_thenOverridesThePlan() throws IOException {
    Plan plan = read(FULL, Map.of("data", "mine/x.npz", "runs", "4"));

    assertThat(plan.training().get(0).data()).containsExactly(Path.of("mine/x.npz"));
    assertThat(plan.repeats()).isEqualTo(4);
  }

  @Test
  void givenParameterOfSeveralValues_thenOneItemEach() throws IOException {
    Plan plan =
        read(
            "parameters: {s: 0, m: dann}\ntrain:\n  - data: x.npz\n    methods: [$(m), jan]\n"
                + "    seeds: [$(s)]\n",
            Map.of("s", "3, 4", "m", "mdd,bnm"));

    assertThat(plan.training().get(0).seeds()).containsExactly(3L, 4L);
    assertThat(plan.training().get(0).methods()).containsExactly("mdd", "bnm", "jan");
  }

  @Test
  void givenTasksOnly_thenOtherSettingsAreEmpty() throws IOException {
    Plan plan = read("tasks: bank\nmethods: all\n", Map.of());

    assertThat(plan.tasks()).containsExactly(folder.resolve("bank"));
    assertThat(plan.methods()).isEqualTo(List.of());
    assertThat(plan.repeats()).isEqualTo(1);
    assertThat(plan.seed()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`methods: [a]` | line 1 starts a plan without tasks",
        "`tasks: a\\nrepeat: 3` | line 2 has \"repeat\"; known names here: ",
        "`tasks: a\\nrepeats: many` | line 2 has \"many\"; an integer in 1",
        "`tasks: a\\nrepeats: 0` | line 2 has \"0\"; an integer in 1",
        "`tasks: a\\ntasks: b` | line 2 repeats \"tasks\"",
        "`tasks: $(where)` | uses the parameter \"where\"; known parameters: none",
        "`train:\\n  - methods: [dann]` | line 2 starts a training without data",
        "`train:\\n  - data: x\\n    methods: [m]\\n    transfers: [a2b]` | \"source -> target\" is needed",
        "`train:\\n  - data: x\\n    methods: [m]\\n    seeds: [1, 2, 1]` | has \"1\" twice",
        "`train:\\n  - data: x\\n    methods: [m, m]` | has \"m\" twice",
        "`train:\\n  - data: x\\n    methods: [m]\\n    transfers: [a -> b, a->b]` | has \"a -> b\" twice",
        "`tasks: a\\nbalance: both` | reweight or upsample",
        "`tasks: &a [x]\\nmethods: *a` | an anchor or an alias",
        "`tasks: [a` | is not YAML",
        "`- a` | must have names and values",
        "`tasks: {a: b}` | must be a list",
        "`` | is empty"
      })
  void givenInvalidPlan_thenLineValueAndWhatWouldBeRight(String text, String message) {
    assertThatThrownBy(() -> read(text == null ? "" : text.replace("\\n", "\n"), Map.of()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("plan.yaml")
        .hasMessageContaining(message);
  }

  @Test
  void givenUnknownParameter_thenKnownOnesAreListed() {
    assertThatThrownBy(() -> read(FULL, Map.of("dat", "x")))
        .hasMessageContaining("has no parameter \"dat\"; known parameters: data, runs");
  }

  @Test
  void givenNoFileOrAHugeOne_thenRejected() throws IOException {
    assertThatThrownBy(() -> PlanFile.read(folder.resolve("none.yaml"), Map.of()))
        .hasMessageContaining("there is no such file");
    String large = "#".repeat(1 << 20) + "\ntasks: a\n";
    assertThatThrownBy(() -> read(large, Map.of())).hasMessageContaining("1 MB");
    String deep = "tasks: " + "[".repeat(50) + "]".repeat(50);
    assertThatThrownBy(() -> read(deep, Map.of())).hasMessageContaining("too deeply");
  }

  @Test
  void givenParametersThatMakeThePlanExplode_thenRejected() {
    String value = "x".repeat(10_000);
    String uses = "$(a)".repeat(10_000);

    assertThatThrownBy(
            () -> read("parameters: {a: " + value + "}\ntasks: [\"" + uses + "\"]\n", Map.of()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("line 2 uses the parameter \"a\"")
        .hasMessageContaining("may add at most 16777216 characters");
  }
}
