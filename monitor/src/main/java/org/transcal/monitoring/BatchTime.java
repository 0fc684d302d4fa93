package org.transcal.monitoring;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.regex.Pattern;

/**
 * The time of a batch: an ISO date, a date and time, or a number; reference batches are marked.
 *
 * <p>Text forms: {@code 2026-11-14}, {@code 2026-11-14T06:00}, {@code 17}; of reference batches
 * {@code reference/2026-11-14} or, if their date is not known, {@code reference/3}; parts of a
 * batch that was cut into chunks of rows append their number: {@code 2026-11-14/2}. Ordered by kind
 * (reference batches first, then dates, then numbers), time and part.
 *
 * @param kind what the time is
 * @param text the text form without the part
 * @param position where it is among times of its kind: a number, or seconds since 1970 for dates
 * @param part number of the chunk of rows, from 1; 0 for a whole batch
 */
public record BatchTime(Kind kind, String text, double position, int part)
    implements Comparable<BatchTime> {
  private static final String REFERENCE = "reference/";
  private static final String FORMS =
      "must be a date such as 2026-11-14, a date and time such as 2026-11-14T06:00, or a number";

  /** Decimal numbers of a length that people write. */
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?([0-9]{1,20}(\\.[0-9]{0,20})?|\\.[0-9]{1,20})([eE][+-]?[0-9]{1,3})?");

  private static final Pattern EIGHT_DIGITS = Pattern.compile("[0-9]{8}");

  /** Longer texts are cut in messages. */
  private static final int LONGEST_QUOTE = 60;

  private static final Comparator<BatchTime> ORDER =
      Comparator.comparing(BatchTime::kind)
          .thenComparingDouble(BatchTime::position)
          .thenComparingInt(BatchTime::part);

  /** What a time is. */
  public enum Kind {
    /** A batch of the reference period: its date, or its number if the date is not known. */
    REFERENCE,
    /** A date, possibly with a time of day; UTC unless it has an offset. */
    DATE,
    /** A number in the user's own unit. */
    NUMBER
  }

  /** The k-th batch of the reference period, from 1. */
  public static BatchTime reference(int k) {
    return new BatchTime(Kind.REFERENCE, REFERENCE + k, k, 0);
  }

  /** The same time as a batch of the reference period. */
  public BatchTime asReference() {
    return kind == Kind.REFERENCE
        ? this
        : new BatchTime(Kind.REFERENCE, REFERENCE + text, position, part);
  }

  /**
   * Reads the time of a new batch as a user writes it. Stricter than {@link #parse}, which also
   * reads what is in histories already: neither a reference batch nor a part, and no date without
   * hyphens, which as a number would be after all dates.
   *
   * @throws IllegalArgumentException saying what the time must be
   */
  public static BatchTime ofNewBatch(String text) {
    BatchTime time = parse(text);
    if (time.kind == Kind.REFERENCE || time.part > 0) {
      throw bad(text, "must not name a reference batch or a part of a batch");
    }
    if (time.kind == Kind.NUMBER && !NUMBER.matcher(text).matches()) {
      throw bad(text, FORMS);
    }
    if (EIGHT_DIGITS.matcher(text).matches()) {
      try {
        LocalDate date = LocalDate.parse(text, DateTimeFormatter.BASIC_ISO_DATE);
        throw bad(text, "must have hyphens if it is a date, as in " + date);
      } catch (DateTimeException number) {
        // No date has these digits.
      }
    }
    return time;
  }

  /**
   * Reads the text form.
   *
   * @throws IllegalArgumentException if it has none of these forms, listing them
   */
  public static BatchTime parse(String text) {
    if (!text.startsWith(REFERENCE)) {
      return parseUnmarked(text);
    }
    return parseUnmarked(text.substring(REFERENCE.length())).asReference();
  }

  private static BatchTime parseUnmarked(String text) {
    int slash = text.lastIndexOf('/');
    try {
      int part = slash < 0 ? 0 : Integer.parseInt(text.substring(slash + 1));
      String time = slash < 0 ? text : text.substring(0, slash);
      if (part >= (slash < 0 ? 0 : 1)) {
        return Character.isDigit(time.charAt(0)) && time.indexOf('-') == 4
            ? new BatchTime(Kind.DATE, time, seconds(time), part)
            : new BatchTime(Kind.NUMBER, time, number(time), part);
      }
    } catch (NumberFormatException | DateTimeException | StringIndexOutOfBoundsException other) {
      // Rejected below.
    }
    throw bad(text, FORMS);
  }

  private static IllegalArgumentException bad(String text, String needed) {
    String shown = text.length() > LONGEST_QUOTE ? text.substring(0, LONGEST_QUOTE) + "…" : text;
    return new IllegalArgumentException("Time is '" + shown + "'; it " + needed);
  }

  private static double seconds(String text) {
    if (text.length() == 10) {
      return LocalDate.parse(text).atStartOfDay().toEpochSecond(ZoneOffset.UTC);
    }
    String iso = text.replace(' ', 'T');
    boolean hasOffset = iso.endsWith("Z") || iso.lastIndexOf('+') > 10 || iso.lastIndexOf('-') > 10;
    OffsetDateTime moment =
        hasOffset ? OffsetDateTime.parse(iso) : LocalDateTime.parse(iso).atOffset(ZoneOffset.UTC);
    return moment.toEpochSecond() + moment.getNano() / 1e9;
  }

  private static double number(String text) {
    double number = Double.parseDouble(text);
    if (!Double.isFinite(number)) {
      throw new NumberFormatException(text);
    }
    return number;
  }

  /** A chunk of the batch's rows. */
  public BatchTime part(int number) {
    return new BatchTime(kind, text, position, number);
  }

  /** Whether two times are of the same batch, whatever their parts. */
  public boolean isSameBatch(BatchTime other) {
    return kind == other.kind && position == other.position;
  }

  /** The time for display. */
  public String title() {
    String all = toString();
    if (!all.startsWith(REFERENCE)) {
      return all;
    }
    String rest = all.substring(REFERENCE.length());
    return rest.indexOf('-') == 4 ? rest : "reference " + rest;
  }

  @Override
  public int compareTo(BatchTime other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return part == 0 ? text : text + "/" + part;
  }
}
