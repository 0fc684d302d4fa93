package org.transcal.onnx.extract;

import java.nio.file.Path;
import java.util.List;
import org.transcal.onnx.image.Preprocessing;
import org.transcal.onnx.image.UnreadableImageException;

/**
 * Images, preprocessed for a network.
 *
 * @param files the images
 * @param preprocessing applied to each image
 */
public record ImageExamples(List<Path> files, Preprocessing preprocessing) implements Examples {
  /** Copies the list. */
  public ImageExamples {
    files = List.copyOf(files);
  }

  @Override
  public int size() {
    return files.size();
  }

  @Override
  public List<Long> shape() {
    return preprocessing.shape();
  }

  @Override
  public String name(int index) {
    return files.get(index).toString();
  }

  @Override
  public void read(int index, float[] target, int at) throws UnreadableImageException {
    preprocessing.read(files.get(index), target, at);
  }
}
