package org.transcal.onnx.extract;

import java.nio.file.Path;

/**
 * An image with what its place says about its class: a folder's name, a number, or nothing.
 *
 * @param file the image
 * @param className the name of the class folder; empty where a list gave the image
 * @param number the number of its class in a list; −1 where there is none
 * @param where names the line or folder in messages
 */
record FoundImage(Path file, String className, int number, String where) {
  boolean isLabelled() {
    return number >= 0 || !className.isEmpty();
  }
}
