package org.transcal.io.file;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Collection;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.transcal.ControlCharacters;

/**
 * Bad input: a file that cannot be read or has invalid content.
 *
 * <p>The message is one line that names the file and, if they exist, the array, row, column and
 * value, and says what would be right.
 */
public class InputException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int LONGEST_QUOTE = 60;
  private static final int LONGEST_NAME = 2 * LONGEST_QUOTE;
  private static final int LONGEST_MESSAGE = 4000;
  private static final int MOST_LISTED = 20;

  /** Bad input described by one line. */
  public InputException(String message) {
    super(oneLine(message));
  }

  /** Bad input described by one line, found through another exception. */
  public InputException(String message, Throwable cause) {
    super(oneLine(message), cause);
  }

  /** Bad input described by a format and its values. */
  public static InputException of(String problem, Object... values) {
    return new InputException(String.format(Locale.ROOT, problem, values));
  }

  /**
   * A problem with a file or one of its arrays.
   *
   * @param where names the file, and the array if it has several
   * @param problem what is wrong and what would be right; a format if there are values
   */
  public static InputException in(Object where, String problem, Object... values) {
    String text = values.length == 0 ? problem : String.format(Locale.ROOT, problem, values);
    return new InputException(where + ": " + text);
  }

  /** Runs a check of the core; what it rejects is bad input, named by {@code where}. */
  public static <T> T naming(Object where, Supplier<T> check) {
    try {
      return check.get();
    } catch (IllegalArgumentException e) {
      throw new InputException(where + ": " + e.getMessage(), e);
    }
  }

  /**
   * Text from a file as a message shows it: in quotes, cut to a readable length, with control
   * characters made visible.
   */
  public static String quote(CharSequence text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < Math.min(text.length(), LONGEST_QUOTE); i++) {
      char c = text.charAt(i);
      boolean shown = !ControlCharacters.includes(c) && !Character.isSurrogate(c);
      quoted.append(shown ? c : '\ufffd');
    }
    return quoted.append(text.length() > LONGEST_QUOTE ? "…\"" : "\"").toString();
  }

  /** Names separated by commas; few of them, and cut to a readable length. */
  public static String list(Collection<String> names) {
    String shown =
        names.stream()
            .limit(MOST_LISTED)
            .map(name -> cut(name, LONGEST_NAME))
            .collect(Collectors.joining(", "));
    return names.isEmpty() ? "none" : names.size() > MOST_LISTED ? shown + ", …" : shown;
  }

  /** Why a file operation failed, in words. */
  static String reason(IOException failure) {
    if (failure instanceof NoSuchFileException) {
      return "there is no such file";
    }
    if (failure instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (failure instanceof NotDirectoryException) {
      return "part of the path is not a folder";
    }
    if (failure instanceof FileAlreadyExistsException exists) {
      return exists.getFile() + " exists and is not a folder";
    }
    if (failure instanceof FileSystemException system && system.getReason() != null) {
      return system.getReason();
    }
    String message = failure.getMessage();
    return message == null ? failure.getClass().getSimpleName() : message;
  }

  private static String oneLine(String message) {
    // What follows a long path or name says what is wrong.
    int half = LONGEST_MESSAGE / 2;
    String text =
        message.length() > LONGEST_MESSAGE
            ? cut(message, half) + message.substring(message.length() - half)
            : message;
    return text.replaceAll("[\\p{Cntrl}\u2028\u2029\u0085]+", " ");
  }

  private static String cut(String text, int length) {
    return text.length() > length ? text.substring(0, length) + "…" : text;
  }
}
