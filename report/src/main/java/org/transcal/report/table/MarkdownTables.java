package org.transcal.report.table;

import java.util.stream.Collectors;

/** Tables as Markdown: best bold, second underlined. */
public final class MarkdownTables {
  private MarkdownTables() {}

  /** A whole file. */
  public static String write(ExperimentTables tables) {
    StringBuilder text = new StringBuilder("# Results\n");
    if (tables.sections().isEmpty()) {
      return text.append('\n').append(ExperimentTables.NOTHING_SCORED).append('\n').toString();
    }
    for (TableSection section : tables.sections()) {
      text.append("\n## ").append(escaped(section.heading())).append("\n\n");
      // The words are not from files, so their backticks are code.
      text.append(escaped(section.words()).replace("\\`", "`")).append('\n');
      for (ResultTable table : section.tables()) {
        text.append('\n');
        if (section.tables().size() > 1) {
          text.append("**").append(escaped(table.title())).append("**\n\n");
        }
        append(text, table);
      }
    }
    return text.toString();
  }

  /** One table. */
  public static String write(ResultTable table) {
    StringBuilder text = new StringBuilder();
    append(text, table);
    return text.toString();
  }

  private static void append(StringBuilder text, ResultTable table) {
    text.append("| ").append(escaped(table.corner())).append(" |");
    table.columns().forEach(column -> text.append(' ').append(escaped(column)).append(" |"));
    text.append("\n|---|").append("---:|".repeat(table.columns().size())).append('\n');
    for (ResultTable.Row row : table.rows()) {
      text.append("| ").append(escaped(row.name())).append(" | ");
      text.append(
          row.cells().stream().map(MarkdownTables::cell).collect(Collectors.joining(" | ")));
      text.append(" |\n");
    }
  }

  private static String cell(ResultTable.Cell cell) {
    return cell.write(
        MarkdownTables::escaped,
        best -> "**" + best + "**",
        second -> "<u>" + second + "</u>",
        " ± ");
  }

  /** Escaped text: names come from files and may hold links, HTML or the end of a cell. */
  private static String escaped(String text) {
    return text.replaceAll(
            "[\\p{IsControl}\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]+", " ")
        .replaceAll("[\\\\`*\\[\\]|~$]", "\\\\$0")
        // Within a word an underscore means nothing.
        .replaceAll("(?<!\\p{Alnum})_|_(?!\\p{Alnum})", "\\\\_")
        // Bare addresses become links on GitHub.
        .replaceAll("(?i)(?<=www)\\.|:(?=//)", "\\\\$0")
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;");
  }
}
