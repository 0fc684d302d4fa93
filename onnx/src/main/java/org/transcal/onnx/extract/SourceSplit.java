package org.transcal.onnx.extract;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.transcal.io.file.InputException;

/** Which images are source training, source validation and target. */
public final class SourceSplit {
  public enum Part {
    /** Source images that the model was trained on. */
    SOURCE_TRAIN,
    /** Source images held out. */
    SOURCE_VAL,
    TARGET;

    /** How arrays of a task start. */
    String arrayPrefix() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Part[] parts;

  private SourceSplit(Part[] parts) {
    this.parts = parts;
  }

  /** Three domains: training, validation, target. */
  public static SourceSplit given(ImageSet images) {
    requireSourceLabels(images, 2);
    Part[] parts = new Part[images.size()];
    Arrays.setAll(parts, i -> Part.values()[images.domain(i)]);
    return new SourceSplit(parts);
  }

  /**
   * Two domains, source and target; the source is split class by class.
   *
   * @param share of each class for validation, rounded but at least one image; a class of one image
   *     is for training
   */
  public static SourceSplit stratified(ImageSet images, double share, long seed) {
    requireSourceLabels(images, 1);
    Part[] parts = new Part[images.size()];
    Arrays.setAll(parts, i -> images.domain(i) == 0 ? Part.SOURCE_TRAIN : Part.TARGET);
    SplittableRandom random = new SplittableRandom(seed);
    List<List<Integer>> byClass = new ArrayList<>();
    images.classNames().forEach(name -> byClass.add(new ArrayList<>()));
    for (int i = 0; i < parts.length; i++) {
      if (parts[i] == Part.SOURCE_TRAIN) {
        byClass.get(images.label(i)).add(i);
      }
    }
    for (List<Integer> members : byClass) {
      int wanted = (int) Math.rint(share * members.size());
      int validating = Math.min(members.size() - 1, Math.max(1, wanted));
      for (int i = 0; i < validating; i++) {
        int chosen = i + random.nextInt(members.size() - i);
        Collections.swap(members, i, chosen);
        parts[members.get(i)] = Part.SOURCE_VAL;
      }
    }
    return new SourceSplit(parts);
  }

  private static void requireSourceLabels(ImageSet images, int sourceDomains) {
    for (int i = 0; i < images.size(); i++) {
      if (images.domain(i) < sourceDomains && images.label(i) == ImageSet.UNLABELLED) {
        throw InputException.in(
            images.images().get(i).file(), "has no class; each source image needs one");
      }
    }
  }

  /** Positions in {@code kept} of the images of a part. */
  int[] rowsOf(Part part, int[] kept) {
    return IntStream.range(0, kept.length).filter(row -> parts[kept[row]] == part).toArray();
  }
}
