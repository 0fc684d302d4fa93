package org.transcal.onnx.extract;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The images of one domain: a folder with one folder per class, a folder of unlabelled images, or a
 * list file.
 *
 * @param name the domain's name
 * @param path the folder or file
 */
public record ImageSource(String name, Path path) {
  /** A source named after its folder or, without the extension, its file. */
  public static ImageSource of(Path path) {
    Path last = path.toAbsolutePath().normalize().getFileName();
    String name = last == null ? path.toString() : last.toString();
    int dot = name.lastIndexOf('.');
    return new ImageSource(dot > 0 ? name.substring(0, dot) : name, path);
  }

  /** The domains in a folder that holds folders of classes, else the path itself. */
  public static List<ImageSource> domainsAt(Path path) {
    return Files.isDirectory(path) && ImageFinder.holdsDomains(path)
        ? ImageFinder.folders(path).stream()
            .map(folder -> new ImageSource(folder.getFileName().toString(), folder))
            .toList()
        : List.of(of(path));
  }
}
