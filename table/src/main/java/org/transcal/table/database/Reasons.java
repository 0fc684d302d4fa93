package org.transcal.table.database;

import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What DuckDB's messages mean; its exceptions have no codes. */
public final class Reasons {
  private static final Pattern LOCK =
      Pattern.compile("Could not set lock on file|being used by another process");
  private static final Pattern HOLDER =
      Pattern.compile("Conflicting lock is held in (\\S+ \\(PID \\d+\\))");
  private static final Pattern KIND = Pattern.compile("^[A-Z][A-Za-z ]+ (Error|Exception): ");

  private Reasons() {}

  /** The first line, without the kind of error. */
  public static String of(SQLException failure) {
    String message = String.valueOf(failure.getMessage());
    return KIND.matcher(message.lines().findFirst().orElse("")).replaceFirst("");
  }

  /** Whether another process has the file open. */
  static boolean isLock(SQLException failure) {
    return LOCK.matcher(String.valueOf(failure.getMessage())).find();
  }

  /** Which process it is, if known. */
  static String holder(SQLException failure) {
    Matcher holder = HOLDER.matcher(String.valueOf(failure.getMessage()));
    return holder.find() ? ": " + holder.group(1) : "";
  }
}
