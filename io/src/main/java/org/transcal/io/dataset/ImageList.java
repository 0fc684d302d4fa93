package org.transcal.io.dataset;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;

/**
 * A list of images as adaptation benchmarks publish it: one line per image, with its path and class
 * number.
 *
 * @param domain the domain in its file name, such as {@code Art} in {@code Art_train_list.txt}
 * @param split 0 for all or training images, 1 for held-out ones
 * @param whole whether its file name says that it lists every image of the domain
 */
record ImageList(Path file, String domain, int split, boolean whole, List<Image> images) {
  private static final Pattern NAME = Pattern.compile("(.+?)(_train|_val|_test)?(_list)?\\.txt");
  private static final long MOST_IMAGES = 20_000_000;
  private static final int LONGEST_LINE = 4096;
  private static final Pattern LINE = Pattern.compile("(.*[^ \\t])[ \\t]+(-1|[0-9]{1,9})");

  /** A path as listed, which may be absolute on another machine, and a class number or −1. */
  record Image(String path, int label) {}

  /** Whether a file's name and first line are those of a list. */
  static boolean isList(Path file) {
    if (!NAME.matcher(file.getFileName().toString()).matches() || !Files.isRegularFile(file)) {
      return false;
    }
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      char[] start = new char[LONGEST_LINE];
      int length = lines.read(start);
      String first = length < 0 ? "" : new String(start, 0, length).lines().findFirst().orElse("");
      return image(first).isPresent();
    } catch (CharacterCodingException binary) {
      return false;
    } catch (IOException e) {
      throw ByteSource.unreadable(file, e);
    }
  }

  /** The path and class number of a line; empty if it has none. */
  private static Optional<Image> image(String line) {
    Matcher matcher = LINE.matcher(line.strip());
    return line.length() <= LONGEST_LINE && line.indexOf('\0') < 0 && matcher.matches()
        ? Optional.of(new Image(matcher.group(1), Integer.parseInt(matcher.group(2))))
        : Optional.empty();
  }

  static ImageList read(Path file) {
    Matcher name = NAME.matcher(file.getFileName().toString());
    if (!name.matches()) {
      throw InputException.in(file, "is not a list; lists are named DOMAIN_list.txt and so on");
    }
    List<Image> images = new ArrayList<>();
    try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      int number = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        Optional<Image> image = image(line);
        if (image.isPresent() && images.size() < MOST_IMAGES) {
          images.add(image.get());
        } else if (!line.isBlank()) {
          throw InputException.in(
              file,
              "line %s is %s; a path and a class number are needed",
              number,
              InputException.quote(line));
        }
      }
    } catch (IOException e) {
      throw ByteSource.unreadable(file, e);
    }
    if (images.isEmpty()) {
      throw InputException.in(file, "lists no image");
    }
    String part = name.group(2) == null ? "" : name.group(2);
    return new ImageList(
        file,
        name.group(1),
        part.equals("_val") || part.equals("_test") ? 1 : 0,
        part.isEmpty(),
        List.copyOf(images));
  }
}
