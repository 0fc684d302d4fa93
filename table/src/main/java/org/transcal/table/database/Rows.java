package org.transcal.table.database;

import java.sql.SQLException;

/** The rows of a query; their values are read in order, all of them. */
public final class Rows {
  private final Session session;
  private Block block = new Block(Block.ROWS, new byte[0]);

  Rows(Session session) {
    this.session = session;
  }

  /** Whether there is another row. */
  public boolean next() throws SQLException {
    while (!block.hasMore()) {
      if (!nextBlock()) {
        return false;
      }
    }
    return true;
  }

  boolean nextBlock() throws SQLException {
    if (block.kind() == Block.ROWS) {
      block = session.receive();
    }
    return block.kind() == Block.ROWS;
  }

  /** The next value as a number; NaN if there is none, or a text. */
  public double number() {
    return block.number();
  }

  /** Whether the last number was SQL's NULL. */
  public boolean wasNull() {
    return block.wasNull();
  }

  /** The next value: a Double, Float, Long or text, or null. */
  public Object get() {
    return block.get();
  }
}
