package org.transcal.table.database;

import java.sql.SQLException;

/** Rows on their way to a table. */
public final class Appender {
  private final Session session;
  private final Block block = new Block();

  Appender(Session session) {
    this.session = session;
  }

  /** Adds a row: Doubles, Longs, Integers, texts, or null. */
  public void add(Object... values) throws SQLException {
    for (Object value : values) {
      block.put(value);
    }
    if (block.isFull()) {
      session.send(block, Block.ROWS);
    }
  }

  /** Waits until all rows are in the table. */
  public void finish() throws SQLException {
    session.send(block, Block.ROWS);
    session.send(block, Block.END);
    session.receive();
  }
}
