package org.transcal.report.table;

import java.util.List;

/**
 * Tables that belong together.
 *
 * @param id short, unique, for links
 * @param heading what they are about
 * @param words how to read them
 * @param tables at least one
 */
public record TableSection(String id, String heading, String words, List<ResultTable> tables) {
  /** Copies the list. */
  public TableSection {
    tables = List.copyOf(tables);
  }
}
