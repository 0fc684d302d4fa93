package org.transcal.table.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.transcal.io.file.InputException;
import org.transcal.table.database.Session;
import org.transcal.table.database.Sql;

/**
 * The files of a table.
 *
 * @param path the path that the user gave
 * @param sql SQL expression that reads them
 * @param readable the file, or the folder that they are in
 */
record FileSet(String path, String sql, Path readable) {
  private static final String CSV = "read_csv(%s, header = true)";
  private static final String LINES = "read_json(%s, format = 'newline_delimited')";

  /** How files are read, by their extension. */
  private static final Map<String, String> READERS =
      new TreeMap<>(
          Map.of(
              "parquet", "read_parquet(%s)",
              "csv", CSV,
              "tsv", CSV,
              "csv.gz", CSV,
              "tsv.gz", CSV,
              "jsonl", LINES,
              "ndjson", LINES,
              "jsonl.gz", LINES,
              "json", "read_json(%s)"));

  private static final Pattern ARROW = Pattern.compile("(?i).*\\.(arrow|arrows|feather|ipc)");
  private static final Pattern WILDCARD = Pattern.compile("[*?\\[]");
  private static final long MEMORY = 1L << 29;
  private static final int DEEPEST = 8;

  /** The files of a path: a file, a folder, or a pattern. */
  static FileSet of(String path) {
    Path plain = Path.of(path);
    if (Files.isDirectory(plain)) {
      String extension = onlyKind(plain);
      return of(path, extension, escaped(plain) + "/**/*." + extension, plain);
    }
    if (ARROW.matcher(path).matches()) {
      throw InputException.in(
          path,
          "DuckDB reads Arrow files only with an extension that it would have to download; write"
              + " Parquet instead: pandas.read_feather(\"%s\").to_parquet(\"%s.parquet\")",
          path,
          path.substring(0, path.lastIndexOf('.')));
    }
    String extension = extension(path).orElseThrow(() -> unknownKind(path));
    if (Files.exists(plain) || !WILDCARD.matcher(path).find()) {
      if (!Files.isReadable(plain)) {
        throw InputException.in(
            path, Files.exists(plain) ? "permission denied" : "there is no such file");
      }
      boolean odd = WILDCARD.matcher(plain.toAbsolutePath().toString()).find();
      Path readable = plain.toAbsolutePath();
      return of(path, extension, escaped(plain), odd ? readable.getParent() : readable);
    }
    Path fixed = plain.toAbsolutePath();
    while (WILDCARD.matcher(fixed.toString()).find()) {
      fixed = fixed.getParent();
    }
    return of(path, extension, plain.toAbsolutePath().toString(), fixed);
  }

  /** The same files; columns of CSV files are text, even if they hold only true and false. */
  FileSet withTexts(List<String> columns) {
    if (columns.isEmpty() || !sql.startsWith("read_csv(")) {
      return this;
    }
    String types =
        columns.stream()
            .map(column -> Sql.text(column) + ": 'VARCHAR'")
            .collect(Collectors.joining(", ", ", types = {", "})"));
    return new FileSet(path, sql.substring(0, sql.length() - 1) + types, readable);
  }

  private static FileSet of(String path, String extension, String pattern, Path readable) {
    String sql = String.format(Locale.ROOT, READERS.get(extension), Sql.text(pattern));
    return new FileSet(path, sql, readable.toAbsolutePath());
  }

  /** A database that can read these files; the caller closes it. */
  Session open() throws SQLException {
    int threads = Math.min(4, Runtime.getRuntime().availableProcessors());
    return Session.open(threads, MEMORY, List.of(readable));
  }

  /** The name of the task: the last part of the path, without extension and wildcards. */
  String name() {
    Path last = Path.of(path).getFileName();
    String name = last == null ? "" : last.toString();
    String stem =
        extension(name).map(e -> name.substring(0, name.length() - e.length() - 1)).orElse(name);
    String plain = stem.replaceAll("[*?\\[\\]]", "").replaceAll("[-_. ]+$", "");
    return plain.isBlank() ? "table" : plain;
  }

  /** A path with its wildcards escaped. */
  private static String escaped(Path path) {
    return WILDCARD.matcher(path.toAbsolutePath().toString()).replaceAll("[$0]");
  }

  private static Optional<String> extension(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return READERS.keySet().stream().filter(e -> lower.endsWith("." + e)).findFirst();
  }

  private static String onlyKind(Path folder) {
    try (Stream<Path> files = Files.walk(folder, DEEPEST)) {
      List<String> kinds =
          files.flatMap(file -> extension(file.toString()).stream()).distinct().sorted().toList();
      if (kinds.size() == 1) {
        return kinds.get(0);
      }
      throw InputException.in(
          folder,
          kinds.isEmpty()
              ? "this folder has no tables; they are files named *."
                  + String.join(", *.", READERS.keySet())
              : "this folder has tables of several kinds (*."
                  + String.join(", *.", kinds)
                  + "); name one, such as "
                  + folder.resolve("*." + kinds.get(0)));
    } catch (IOException e) {
      throw InputException.in(folder, "cannot be listed: %s", e.getMessage());
    }
  }

  private static InputException unknownKind(String path) {
    return InputException.in(
        path,
        "is not a known kind of table; use a file, folder or pattern of *.%s",
        String.join(", *.", READERS.keySet()));
  }
}
