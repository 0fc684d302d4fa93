package org.transcal.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.transcal.comparison.TargetScores;
import org.transcal.experiment.TaskName;
import org.transcal.experiment.Trial;
import org.transcal.experiment.Trials;
import org.transcal.report.ExperimentReport;
import org.transcal.report.HtmlTables;

class TableWritersTest {
  private static final String HOSTILE = "a|b_&%<script>\\";

  private final List<Trial> trials = new ArrayList<>();

  private void add(String task, String method, double... ece) {
    for (int repeat = 0; repeat < ece.length; repeat++) {
      trials.add(
          new Trial(
              TaskName.of(task),
              method,
              repeat,
              repeat,
              0,
              new Trial.Fitted(
                  OptionalDouble.of(1),
                  OptionalDouble.empty(),
                  0.5 + 0.01 * repeat,
                  Optional.of(new TargetScores(0.5, ece[repeat], 1.25, 0.5)),
                  Optional.empty())));
    }
  }

  private ExperimentTables tables(String... methods) {
    return ExperimentTables.of(new Trials(trials, List.of(methods)), List.of());
  }

  @Test
  void givenThreeMethods_thenBestSecondAndDeviationInEveryFormat() {
    add("s__A2B__m", "first", 0.10, 0.12);
    add("s__A2B__m", "second", 0.2, 0.2);
    add("s__A2B__m", "third", 0.3, 0.3);
    ExperimentTables tables = tables("third", "second", "first");

    // By hand: mean 11.0 %, deviation √0.0002 = 1.4 %.
    assertThat(MarkdownTables.write(tables))
        .contains("| first | **11.0** ± 1.4 |", "| second | <u>20.0</u> ± 0.0 |", "| third | 30.0");
    assertThat(LatexTables.write(tables))
        .contains("first & \\textbf{11.0}$\\pm$1.4 \\\\", "second & \\underline{20.0}$\\pm$0.0")
        .contains("\\toprule", "\\bottomrule");
    assertThat(HtmlTables.write(tables))
        .contains("<b>11.0</b>", "<u>20.0</u>", "<span class=\"deviation\"> ±\u00a01.4</span>");
    assertThat(CsvTables.write(tables, text -> text))
        .contains("overview,Mean target ECE (%) of each suite,first,s (1),0.11,")
        .contains(",best,");
  }

  @Test
  void givenEveryScore_thenATableOfEach() {
    add("s__A2B__m", "x", 0.1);
    add("s__C2D__m", "x", 0.2);

    String text = MarkdownTables.write(tables("x"));

    assertThat(text)
        .contains("## Target ECE of every task", "## Target accuracy of every task")
        .contains("## Target NLL of every task", "## Target Brier score of every task")
        .contains("| method | A2B | C2D | average |", "| x | 10.0 | 20.0 | 15.0 |")
        .contains("| x | 1.250 | 1.250 | 1.250 |");
  }

  @Test
  void givenAblationsAndControlVariates_thenTheirTables() {
    for (String method :
        List.of("transcal-no-variance", "transcal-no-bias", "transcal", "transcal-cv-weight")) {
      add("s__A2B__m", method, 0.1, 0.2);
      add("s__C2D__m", method, 0.1, 0.3);
    }

    ExperimentTables tables =
        tables("transcal", "transcal-no-bias", "transcal-no-variance", "transcal-cv-weight");
    List<String> ids = tables.sections().stream().map(TableSection::id).toList();

    assertThat(ids).contains("ranks", "ablation", "control-variates");
    ResultTable variates = tables.sections().get(ids.indexOf("control-variates")).tables().get(0);
    assertThat(variates.rows())
        .extracting(ResultTable.Row::name)
        .containsExactly("transcal-no-variance", "transcal-cv-weight", "transcal");
    // Estimates 0.50 and 0.51 on every task: √(0.01²/2) = 0.7 %.
    ResultTable.Row row = variates.rows().get(0);
    assertThat(row.cells().get(row.cells().size() - 1).text()).isEqualTo("0.7");
  }

  @Test
  void givenHostileNames_thenTheyStayText() {
    add(HOSTILE + "__A2B__m", "x", 0.1);

    ExperimentTables tables = tables("x");

    assertThat(MarkdownTables.write(tables)).contains("a\\|b\\_&amp;%&lt;script&gt;\\\\ (1)");
    assertThat(LatexTables.write(tables))
        .contains("a$|$b\\_\\&\\%$<$script$>$\\textbackslash{} (1)");
    assertThat(HtmlTables.write(tables)).contains("a|b_&amp;%&lt;script&gt;\\ (1)");
    assertThat(
            ExperimentReport.of(new Trials(trials, List.of("x")), List.of())
                .toHtml()
                .split("<script", -1))
        .hasSize(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '→',
      value = {
        "[click](https://x.org)→ \\[click\\](https\\://x.org)",
        "![p](x.png)→ !\\[p\\](x.png)",
        "<https://x.org>→ &lt;https\\://x.org&gt;",
        "www.x.org→ www\\.x.org",
        "<img src=x>→ &lt;img src=x&gt;",
        "a|b→ a\\|b",
        "_a_b_→ \\_a_b\\_",
        "*a*→ \\*a\\*",
        "~~a~~→ \\~\\~a\\~\\~",
        "`a`→ \\`a\\`",
        "$a$→ \\$a\\$",
        "&copy;→ &amp;copy;",
        "cdan_e→ cdan_e",
      })
  void givenMarkupInAnyName_thenMarkdownShowsItAsText(String name, String text) {
    assertThat(everywhere(name, MarkdownTables::write)).containsOnly(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "[1cm]; {[}1cm{]}",
        "*; {*}",
        "\\input{x}; \\textbackslash{}input\\{x\\}",
        "$x^2$; \\$x\\textasciicircum{}2\\$",
        "a_b&c%d#e; a\\_b\\&c\\%d\\#e",
        "~; \\textasciitilde{}",
      })
  void givenTexInAnyName_thenLatexShowsItAsText(String name, String text) {
    assertThat(everywhere(name, LatexTables::write)).containsOnly(text);
  }

  @Test
  void givenAnyName_thenEveryTextCellOfTheCsvIsQuoted() {
    add("s__=1+1__m", "=1+1", 0.1);

    assertThat(CsvTables.write(tables("=1+1"), text -> "<" + text + ">"))
        .contains(",<Target ECE (%), s · m>,<=1+1>,<=1+1>,0.1,");
  }

  @Test
  void givenControlCharacters_thenMarkdownAndLatexHaveNone() {
    String name = "a\u001b[31m\u0007b\u0085c\u2028d\ne";
    add("s__" + name + "__m", name, 0.1);

    for (String text :
        List.of(MarkdownTables.write(tables(name)), LatexTables.write(tables(name)))) {
      assertThat(text.replace("\n", "").chars())
          .noneMatch(c -> Character.isISOControl(c) || c == 0x2028);
      assertThat(text).doesNotContain("d\ne");
    }
  }

  /** How a name is written as suite, model, task and method: in titles, heads and first cells. */
  private Set<String> everywhere(String name, Function<ExperimentTables, String> writer) {
    String marked = "q1 " + name + " q2";
    add(marked + "__" + marked + "__" + marked, marked, 0.1);
    add("other__other__other", marked, 0.1);
    Matcher found = Pattern.compile("q1 (.*?) q2").matcher(writer.apply(tables(marked)));
    List<String> written = found.results().map(match -> match.group(1)).toList();
    assertThat(written).hasSizeGreaterThan(20);
    return new TreeSet<>(written);
  }

  @Test
  void givenNoLabels_thenThePageSaysSo() {
    ExperimentTables tables = ExperimentTables.of(new Trials(List.of(), List.of("x")), List.of());

    assertThat(MarkdownTables.write(tables)).contains("No task has target labels");
    assertThat(HtmlTables.write(tables)).contains("No task has target labels");
    assertThat(CsvTables.write(tables, text -> text).lines()).hasSize(1);
  }
}
