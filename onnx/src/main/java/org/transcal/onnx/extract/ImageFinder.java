package org.transcal.onnx.extract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.FolderContents;
import org.transcal.io.file.InputException;

/** Finds the images of folders and lists, in an order that depends on names only. */
final class ImageFinder {
  private static final Set<String> EXTENSIONS =
      Set.of("jpg", "jpeg", "png", "bmp", "gif", "webp", "tif", "tiff");
  private static final int DEEPEST = 32;
  private static final long LARGEST_LIST = 1L << 30;

  private static final int LONGEST_PATH = 4096;

  private final Optional<Path> root;
  private final List<Path> skipped = new ArrayList<>();

  /** Paths in lists are relative to the root, else to the list's folder. */
  ImageFinder(Optional<Path> root) {
    this.root = root;
  }

  List<FoundImage> in(Path source) {
    if (Files.isDirectory(source)) {
      return inFolder(source);
    }
    if (!Files.exists(source)) {
      throw InputException.in(source, "there is no such folder or list of images");
    }
    return inList(source);
  }

  List<Path> skipped() {
    return skipped;
  }

  /** Folders in a folder, sorted by name, without hidden ones. */
  static List<Path> folders(Path folder) {
    return FolderContents.of(folder).stream()
        .filter(path -> !isHidden(path) && Files.isDirectory(path))
        .sorted(Comparator.comparing(path -> path.getFileName().toString()))
        .toList();
  }

  /** Whether a folder holds domains: folders that hold folders and no images. */
  static boolean holdsDomains(Path folder) {
    List<Path> inside = folders(folder);
    return !inside.isEmpty()
        && inside.stream()
            .allMatch(
                domain ->
                    !folders(domain).isEmpty()
                        && FolderContents.of(domain).stream().noneMatch(ImageFinder::isImage));
  }

  private static boolean isHidden(Path file) {
    return file.getFileName().toString().startsWith(".");
  }

  private static boolean isImage(Path file) {
    String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
    return !isHidden(file)
        && EXTENSIONS.contains(name.substring(name.lastIndexOf('.') + 1))
        && Files.isRegularFile(file);
  }

  private List<FoundImage> inFolder(Path folder) {
    List<FoundImage> images = new ArrayList<>();
    List<Path> classes = folders(folder);
    for (Path child : classes.isEmpty() ? List.of(folder) : classes) {
      String name = classes.isEmpty() ? "" : child.getFileName().toString();
      for (Path image : below(child)) {
        images.add(new FoundImage(image, name, -1, child.toString()));
      }
    }
    if (images.isEmpty()) {
      throw InputException.in(
          folder, "has no images; a folder with one folder of images per class is needed");
    }
    return images;
  }

  private List<Path> below(Path folder) {
    try (Stream<Path> files = Files.walk(folder, DEEPEST, FileVisitOption.FOLLOW_LINKS)) {
      List<Path> images = new ArrayList<>();
      files
          .filter(file -> !isHidden(file) && Files.isRegularFile(file))
          .sorted(Comparator.comparing(Path::toString))
          .forEach(file -> (isImage(file) ? images : skipped).add(file));
      return images;
    } catch (UncheckedIOException e) {
      throw unreadable(folder, e.getCause());
    } catch (IOException e) {
      throw unreadable(folder, e);
    }
  }

  /** Names the file or folder at fault, which may be far below the folder that was walked. */
  private static InputException unreadable(Path folder, IOException e) {
    boolean named = e instanceof FileSystemException failure && failure.getFile() != null;
    Path at = named ? Path.of(((FileSystemException) e).getFile()) : folder;
    return e instanceof FileSystemLoopException
        ? InputException.in(at, "is a link to a folder that contains it")
        : ByteSource.unreadable(at, e);
  }

  private List<FoundImage> inList(Path list) {
    Path base = root.orElseGet(() -> list.toAbsolutePath().getParent());
    List<FoundImage> images = new ArrayList<>();
    int number = 0;
    for (String line : lines(list)) {
      number++;
      if (!line.isBlank()) {
        images.add(image(base, line.strip(), list + ", line " + number));
      }
    }
    if (images.isEmpty()) {
      throw InputException.in(list, "lists no images; a line is \"path label\"");
    }
    return images;
  }

  /** The last word is the label if it is a number and not the only word. */
  private static FoundImage image(Path base, String text, String where) {
    int space = Math.max(text.lastIndexOf(' '), text.lastIndexOf('\t'));
    String last = text.substring(space + 1);
    boolean labelled = space > 0 && last.matches("[0-9]{1,9}");
    String path = labelled ? text.substring(0, space).strip() : text;
    try {
      if (path.length() <= LONGEST_PATH) {
        int label = labelled ? Integer.parseInt(last) : -1;
        return new FoundImage(base.resolve(path), "", label, where);
      }
    } catch (InvalidPathException e) {
      // Refused below.
    }
    throw new InputException(where + ": " + InputException.quote(path) + " is not a path");
  }

  static List<String> lines(Path file) {
    try {
      if (Files.size(file) > LARGEST_LIST) {
        throw InputException.in(file, "is larger than a list of images can be");
      }
      return Files.readAllLines(file);
    } catch (CharacterCodingException e) {
      throw InputException.in(file, "is not a list of images: it is not UTF-8 text");
    } catch (IOException e) {
      throw ByteSource.unreadable(file, e);
    }
  }
}
