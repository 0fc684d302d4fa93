package org.transcal.onnx.extract;

import java.nio.file.Path;

/**
 * Where the images of one domain are: a folder with a folder a class, a folder of images without
 * labels, or a list file.
 *
 * @param name the domain's name
 * @param place the folder or file
 */
public record ImagePlace(String name, Path place) {
  /** A place that is named as its folder or, without its ending, its file. */
  public static ImagePlace of(Path place) {
    Path last = place.toAbsolutePath().normalize().getFileName();
    String name = last == null ? place.toString() : last.toString();
    int dot = name.lastIndexOf('.');
    return new ImagePlace(dot > 0 ? name.substring(0, dot) : name, place);
  }
}
