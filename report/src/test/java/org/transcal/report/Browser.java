package org.transcal.report;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A headless browser that draws a page and gives back the document as it then stands. */
final class Browser {
  private static final long LIMIT_SECONDS = 600;
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
  private static final List<String> FLAGS =
      List.of(
          "--headless=new",
          "--no-sandbox",
          "--disable-gpu",
          "--disable-quic",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync",
          "--hide-scrollbars",
          "--force-device-scale-factor=1");

  /** Colours that the reader prefers. */
  enum Scheme {
    LIGHT,
    DARK
  }

  private final Path program;

  private Browser(Path program) {
    this.program = program;
  }

  /** The first browser on the path, where there is one. */
  static Optional<Browser> find() {
    String path = "/usr/bin" + File.pathSeparator + System.getenv().getOrDefault("PATH", "");
    return NAMES.stream()
        .flatMap(
            name ->
                Stream.of(path.split(File.pathSeparator))
                    .filter(folder -> !folder.isBlank())
                    .map(folder -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst()
        .map(Browser::new);
  }

  /**
   * The outer document after all scripts ran. The page is drawn in a frame of the given width: a
   * headless window itself is never narrower than 500 pixels.
   */
  String draw(String html, int width, Scheme scheme) throws IOException, InterruptedException {
    return open(framed(html, width), List.of(scheme(scheme)));
  }

  /** The document itself, given so much time of its own to finish what it started. */
  String run(String html, int milliseconds) throws IOException, InterruptedException {
    return open(html, List.of("--virtual-time-budget=" + milliseconds));
  }

  /** The document itself once it is loaded, in real time. */
  String load(String html) throws IOException, InterruptedException {
    return open(html, List.of());
  }

  private static String scheme(Scheme scheme) {
    return "--blink-settings=preferredColorScheme=" + (scheme == Scheme.DARK ? "0" : "1");
  }

  private String open(String html, List<String> more) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("transcal-browser");
    try {
      Path page = Files.writeString(folder.resolve("page.html"), html);
      Path dom = folder.resolve("dom.html");
      List<String> command = new ArrayList<>(List.of(program.toString()));
      command.addAll(FLAGS);
      command.add("--user-data-dir=" + folder.resolve("profile"));
      command.add("--window-size=1600,1000");
      command.addAll(more);
      command.add("--dump-dom");
      command.add(page.toUri().toString());
      Process process =
          new ProcessBuilder(command)
              .redirectOutput(dom.toFile())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      waitFor(process);
      return Files.readString(dom);
    } finally {
      delete(folder);
    }
  }

  private static String framed(String html, int width) {
    return "<!DOCTYPE html><meta charset=utf-8><body><iframe height=900 style=border:0 width="
        + width
        + " srcdoc=\""
        + html.replace("&", "&amp;").replace("\"", "&quot;")
        + "\"></iframe></body>";
  }

  private static void waitFor(Process process) throws InterruptedException {
    List<ProcessHandle> started = new ArrayList<>();
    try {
      boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
      process.descendants().forEach(started::add);
      if (!ended) {
        throw new IllegalStateException(
            "The browser did not end within " + LIMIT_SECONDS + " seconds");
      }
    } finally {
      started.forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
    }
  }

  /** A browser's last threads may still write: what they add is removed by another round. */
  private static void delete(Path folder) throws IOException, InterruptedException {
    for (int round = 0; Files.exists(folder) && round < 20; round++) {
      try (Stream<Path> files = Files.walk(folder)) {
        files.sorted(Comparator.reverseOrder()).forEach(Browser::deleteQuietly);
      } catch (UncheckedIOException changedMeanwhile) {
        TimeUnit.MILLISECONDS.sleep(100);
      }
    }
  }

  private static void deleteQuietly(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException inUse) {
      throw new UncheckedIOException(inUse);
    }
  }
}
