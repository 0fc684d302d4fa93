package org.transcal.report.table;

import java.util.stream.Collectors;
import org.transcal.ControlCharacters;

/** Tables as LaTeX with booktabs: each a float that can be pasted into a paper. */
public final class LatexTables {
  private LatexTables() {}

  /** A whole file, to be read by {@code \\input}. */
  public static String write(ExperimentTables tables) {
    StringBuilder text =
        new StringBuilder("% Needs \\usepackage{booktabs} and \\usepackage{amsmath}.\n");
    for (TableSection section : tables.sections()) {
      int number = 0;
      for (ResultTable table : section.tables()) {
        number++;
        text.append('\n');
        append(text, table, "tab:" + section.id() + "-" + number);
      }
    }
    return text.toString();
  }

  private static void append(StringBuilder text, ResultTable table, String label) {
    int columns = table.columns().size();
    boolean averaged = columns > 1 && table.columns().get(columns - 1).equals("average");
    text.append("\\begin{table}[htb]\n\\centering\n");
    text.append("\\caption{").append(escaped(table.title())).append(".}\n");
    text.append("\\label{").append(label).append("}\n");
    text.append("\\begin{tabular}{l|");
    text.append("c".repeat(averaged ? columns - 1 : columns)).append(averaged ? "|c" : "");
    text.append("}\n\\toprule\n").append(escaped(table.corner()));
    table.columns().forEach(column -> text.append(" & ").append(escaped(column)));
    text.append(" \\\\\n\\midrule\n");
    for (ResultTable.Row row : table.rows()) {
      text.append(escaped(row.name())).append(" & ");
      text.append(row.cells().stream().map(LatexTables::cell).collect(Collectors.joining(" & ")));
      text.append(" \\\\\n");
    }
    text.append("\\bottomrule\n\\end{tabular}\n\\end{table}\n");
  }

  private static String cell(ResultTable.Cell cell) {
    return cell.write(
        LatexTables::escaped,
        best -> "\\textbf{" + best + "}",
        second -> "\\underline{" + second + "}",
        "$\\pm$");
  }

  /** Text that TeX typesets literally. */
  private static String escaped(String text) {
    StringBuilder out = new StringBuilder();
    for (char c : text.toCharArray()) {
      switch (c) {
        case '\\' -> out.append("\\textbackslash{}");
        case '~' -> out.append("\\textasciitilde{}");
        case '^' -> out.append("\\textasciicircum{}");
        case '<' -> out.append("$<$");
        case '>' -> out.append("$>$");
        case '|' -> out.append("$|$");
        // After the end of a row, "[" and "*" would be arguments of it.
        case '[', ']', '*' -> out.append('{').append(c).append('}');
        case '·' -> out.append("$\\cdot$");
        case 'λ' -> out.append("$\\lambda$");
        case '∞' -> out.append("$\\infty$");
        case '−' -> out.append("$-$");
        case '–' -> out.append("--");
        case '#', '$', '%', '&', '_', '{', '}' -> out.append('\\').append(c);
        default -> out.append(ControlCharacters.includes(c) ? ' ' : c);
      }
    }
    return out.toString();
  }
}
