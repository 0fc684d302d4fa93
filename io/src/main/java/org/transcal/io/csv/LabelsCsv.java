package org.transcal.io.csv;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.transcal.io.file.AtomicFile;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;
import org.transcal.io.file.NearMiss;
import org.transcal.labelling.LabelledRows;
import org.transcal.labelling.LabelledRows.Draw;
import org.transcal.labelling.LabelledRows.Row;
import org.transcal.prediction.TopPredictions;
import org.transcal.task.TransferTask;

/**
 * A table of target rows to label, one line per row.
 *
 * <p>A person fills in the label: the number of a class, from 0, or its name; empty or −1 means
 * unlabelled. Only {@code row} and {@code label} are needed, in any order, and other columns are
 * ignored. A line without stratum and probability is a row that the user chose. A prediction that
 * differs from the task's shows that the file belongs to another task.
 */
public final class LabelsCsv {
  private static final String COLUMNS =
      "row,label,prediction,confidence,probability,stratum,stratum_rows,round";

  private final TransferTask task;
  private final List<String> classNames;
  private final TopPredictions predictions;

  /**
   * Tables of a task.
   *
   * @param classNames one per class, or empty
   */
  public LabelsCsv(TransferTask task, List<String> classNames) {
    this.task = task;
    this.classNames = List.copyOf(classNames);
    this.predictions = task.target().logits().softmax(1).top();
  }

  /** Writes the table, whole or not at all. */
  public void write(Path file, LabelledRows rows) {
    AtomicFile.write(file, text(rows).getBytes(StandardCharsets.UTF_8));
  }

  /** The table as text. */
  public String text(LabelledRows rows) {
    StringBuilder text = new StringBuilder(COLUMNS).append('\n');
    for (Row row : rows.rows()) {
      List<String> cells = new ArrayList<>();
      cells.add(Integer.toString(row.row()));
      cells.add(row.label().isPresent() ? name(row.label().getAsInt()) : "");
      cells.add(name(predictions.prediction(row.row())));
      cells.add(CsvText.number(predictions.confidence(row.row())));
      cells.add(row.draw().map(draw -> CsvText.number(draw.probability())).orElse(""));
      cells.add(row.draw().map(draw -> Integer.toString(draw.stratum())).orElse(""));
      cells.add(row.draw().map(draw -> Integer.toString(draw.stratumRows())).orElse(""));
      cells.add(row.draw().map(draw -> Integer.toString(draw.round())).orElse(""));
      text.append(String.join(",", cells)).append('\n');
    }
    return text.toString();
  }

  private String name(int label) {
    return classNames.isEmpty() ? Integer.toString(label) : CsvText.text(classNames.get(label));
  }

  /**
   * Reads a table.
   *
   * @throws InputException naming file, line, column and value, and what would be right
   */
  public LabelledRows read(Path file) {
    return ByteSource.read(file, this::read);
  }

  /** Reads a table from a source, which stays open; messages call it by the source's name. */
  public LabelledRows read(ByteSource source) {
    CsvTable table = CsvTable.in(source);
    for (String needed : List.of("row", "label")) {
      if (!table.columns().contains(needed)) {
        throw InputException.in(
            table.file(),
            "has no column %s: the first line is %s; it must name the columns, separated by"
                + " commas, as in row,label",
            needed,
            InputException.quote(String.join(",", table.columns())));
      }
    }
    Map<Integer, Long> lines = new HashMap<>();
    List<Row> rows = new ArrayList<>();
    for (CsvTable.Line line : table.lines()) {
      Row row = row(table, line);
      if (lines.containsKey(row.row())) {
        throw table.bad(
            line,
            "row",
            Integer.toString(row.row()),
            "line " + lines.get(row.row()) + " has that row already");
      }
      lines.put(row.row(), line.number());
      rows.add(row);
    }
    return InputException.naming(table.file(), () -> new LabelledRows(rows).requireFor(task));
  }

  private Row row(CsvTable table, CsvTable.Line line) {
    int last = task.target().logits().rows() - 1;
    int row = integer(table, line, "row", 0, last, "the task has target rows 0 … " + last);
    checkPrediction(table, line, row);
    return new Row(row, label(table, line), draw(table, line));
  }

  private OptionalInt label(CsvTable table, CsvTable.Line line) {
    Optional<String> cell = table.cell(line, "label");
    if (cell.isEmpty()) {
      return OptionalInt.empty();
    }
    OptionalInt label = toClass(cell.get());
    if (label.isEmpty()) {
      String hint = NearMiss.question(cell.get(), classNames);
      throw table.bad(
          line,
          "label",
          cell.get(),
          "it must be "
              + (namesAreNumbers()
                  ? "the name of a class, since some names are integers"
                  : "a class in 0 … "
                      + (task.classes() - 1)
                      + (classNames.isEmpty() ? "" : " or the name of one"))
              + ", or empty or -1 if the row is not labelled"
              + (hint.isEmpty() ? "" : "; " + hint));
    }
    return label.getAsInt() < 0 ? OptionalInt.empty() : label;
  }

  /** The class of a name or number, −1 for unlabelled; empty if it is neither. */
  private OptionalInt toClass(String text) {
    int named = classNames.indexOf(text);
    if (named >= 0) {
      return OptionalInt.of(named);
    }
    OptionalInt number = integer(text);
    if (number.isEmpty()) {
      return number;
    }
    int namedByNumber = classNames.indexOf(Integer.toString(number.getAsInt()));
    if (namedByNumber >= 0) {
      return OptionalInt.of(namedByNumber);
    }
    int most = namesAreNumbers() ? -1 : task.classes() - 1;
    return number.getAsInt() >= -1 && number.getAsInt() <= most ? number : OptionalInt.empty();
  }

  /** Whether a number could be meant as a name, so that it cannot be the position of a class. */
  private boolean namesAreNumbers() {
    return classNames.stream().anyMatch(name -> integer(name).isPresent());
  }

  private void checkPrediction(CsvTable table, CsvTable.Line line, int row) {
    Optional<String> cell = table.cell(line, "prediction");
    int expected = predictions.prediction(row);
    if (cell.isPresent() && toClass(cell.get()).orElse(-1) != expected) {
      throw table.bad(
          line,
          "prediction",
          cell.get(),
          "the task predicts "
              + name(expected)
              + " for row "
              + row
              + ", so this file belongs to another task or model (for another model on the same"
              + " rows, delete the column prediction)");
    }
  }

  private Optional<Draw> draw(CsvTable table, CsvTable.Line line) {
    if (table.cell(line, "stratum").isEmpty() && table.cell(line, "probability").isEmpty()) {
      return Optional.empty();
    }
    String planned = "it must be as transcal label wrote it";
    int most = task.target().logits().rows();
    int stratum = integer(table, line, "stratum", 0, most - 1, planned);
    int stratumRows = integer(table, line, "stratum_rows", 1, most, planned);
    String cell = table.cell(line, "probability").orElse("");
    DecimalReader decimal = new DecimalReader();
    if (!decimal.read(cell.toCharArray(), 0, cell.length())
        || !(decimal.value() > 0 && decimal.value() <= 1)) {
      throw table.bad(line, "probability", cell, "it must be above 0 and at most 1");
    }
    int round =
        table.cell(line, "round").isEmpty()
            ? 1
            : integer(table, line, "round", 1, Integer.MAX_VALUE, planned);
    return Optional.of(new Draw(stratum, stratumRows, decimal.value(), round));
  }

  private static int integer(
      CsvTable table, CsvTable.Line line, String column, int low, int high, String needed) {
    String cell = table.cell(line, column).orElse("");
    OptionalInt value = integer(cell);
    if (value.isEmpty() || value.getAsInt() < low || value.getAsInt() > high) {
      throw table.bad(line, column, cell, needed);
    }
    return value.getAsInt();
  }

  /** An integer, also as spreadsheets write it: 3.0. */
  private static OptionalInt integer(String text) {
    DecimalReader decimal = new DecimalReader();
    boolean isInteger =
        decimal.read(text.toCharArray(), 0, text.length())
            && decimal.value() == (int) decimal.value();
    return isInteger ? OptionalInt.of((int) decimal.value()) : OptionalInt.empty();
  }
}
