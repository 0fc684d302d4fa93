package org.transcal.onnx.command;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.transcal.onnx.graph.Dimension;
import org.transcal.onnx.graph.TensorType;
import org.transcal.onnx.image.Geometry;
import org.transcal.onnx.image.Geometry.Resize;
import org.transcal.onnx.image.Preprocessing;
import org.transcal.onnx.image.Preprocessing.Channels;
import org.transcal.onnx.image.Preprocessing.Layout;
import picocli.CommandLine.Option;

/** The options for preprocessing images. */
final class PreprocessingOptions {
  private static final double[] IMAGENET_MEAN = {0.485, 0.456, 0.406};
  private static final double[] IMAGENET_DEVIATION = {0.229, 0.224, 0.225};
  private static final int USUAL_CROP = 224;
  private static final int USUAL_RESIZE = 256;
  private static final Pattern SIZE = Pattern.compile("([0-9]{1,5})(?:x([0-9]{1,5}))?");

  @Option(
      names = "--resize",
      paramLabel = "N|HxW|none",
      description =
          "Shorter side, or both sides, of an image before the crop; antialiased bilinear."
              + " Default: 8/7 of the crop, as 256 for 224")
  private String resize;

  @Option(
      names = "--crop",
      paramLabel = "N|HxW",
      description = "Size of the part kept from the middle. Default: the network's input, else 224")
  private String crop;

  @Option(
      names = "--mean",
      paramLabel = "A,B,C",
      split = ",",
      hideParamSyntax = true,
      description =
          "Mean of each channel, for samples in [0, 1]. Default: ImageNet's" + " 0.485,0.456,0.406")
  private double[] mean;

  @Option(
      names = "--std",
      paramLabel = "A,B,C",
      split = ",",
      hideParamSyntax = true,
      description = "Standard deviation of each channel. Default: ImageNet's 0.229,0.224,0.225")
  private double[] deviation;

  @Option(
      names = "--layout",
      paramLabel = "nchw|nhwc",
      description =
          "Order of the input's dimensions. Default: detected from the network, else nchw")
  private Layout layout;

  @Option(
      names = "--channels",
      paramLabel = "rgb|bgr|grey",
      description = "Channels of the network's input. Default: rgb, or grey if it has one channel")
  private Channels channels;

  @Option(
      names = "--ignore-orientation",
      description = "Ignore EXIF orientation, as torchvision does by default.")
  private boolean ignoreOrientation;

  /**
   * The options for a network's input.
   *
   * @throws IllegalArgumentException naming the option that does not fit
   */
  Preprocessing of(Optional<TensorType> input) {
    Layout order = layout == null ? detected(input) : layout;
    Channels kind = channels == null ? detected(input, order) : channels;
    if (kind == Channels.GREY && (mean == null || deviation == null)) {
      throw new IllegalArgumentException(
          "The network takes one channel; give its --mean and --std");
    }
    int[] kept = crop == null ? detectedSize(input, order) : size("--crop", crop);
    Geometry geometry = new Geometry(resize(kept), kept[0], kept[1]);
    double[] ownMean = mean == null ? imagenet(IMAGENET_MEAN, kind) : mean;
    double[] ownDeviation = deviation == null ? imagenet(IMAGENET_DEVIATION, kind) : deviation;
    Preprocessing steps = Preprocessing.of(geometry, order, kind, ownMean, ownDeviation);
    return ignoreOrientation ? steps.asStored() : steps;
  }

  /** The defaults are in the order red, green, blue. */
  private static double[] imagenet(double[] values, Channels kind) {
    return kind == Channels.BGR ? new double[] {values[2], values[1], values[0]} : values;
  }

  private Resize resize(int[] kept) {
    if (resize == null) {
      double longer = Math.max(kept[0], kept[1]);
      return new Geometry.ShorterSide((int) Math.round(longer * USUAL_RESIZE / USUAL_CROP));
    }
    if (resize.equals("none")) {
      return new Geometry.Unchanged();
    }
    int[] sides = size("--resize", resize);
    if (sides[0] < kept[0] || sides[1] < kept[1]) {
      String whole = kept[0] + "x" + kept[1];
      throw new IllegalArgumentException(
          "the crop of " + whole + " is larger than --resize " + resize + "; it must fit");
    }
    return resize.contains("x")
        ? new Geometry.Exactly(sides[0], sides[1])
        : new Geometry.ShorterSide(sides[0]);
  }

  private static int[] size(String option, String text) {
    Matcher matcher = SIZE.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          option + " is " + text + "; it must be a length such as 224, or rows x columns, 224x320");
    }
    int rows = Integer.parseInt(matcher.group(1));
    return new int[] {rows, matcher.group(2) == null ? rows : Integer.parseInt(matcher.group(2))};
  }

  private static Layout detected(Optional<TensorType> input) {
    return isChannels(input, 3) && !isChannels(input, 1) ? Layout.NHWC : Layout.NCHW;
  }

  /** The network's rows and columns, if it fixes both. */
  private static int[] detectedSize(Optional<TensorType> input, Layout order) {
    int rows = order == Layout.NCHW ? 2 : 1;
    long height = dimension(input, rows);
    long width = dimension(input, rows + 1);
    return height > 0 && width > 0
        ? new int[] {saturated(height), saturated(width)}
        : new int[] {USUAL_CROP, USUAL_CROP};
  }

  private static int saturated(long size) {
    return (int) Math.min(size, Integer.MAX_VALUE);
  }

  private static Channels detected(Optional<TensorType> input, Layout order) {
    long count = dimension(input, order == Layout.NCHW ? 1 : 3);
    return count == 1 ? Channels.GREY : Channels.RGB;
  }

  private static boolean isChannels(Optional<TensorType> input, int axis) {
    return Arrays.asList(1L, 3L).contains(dimension(input, axis));
  }

  private static long dimension(Optional<TensorType> input, int axis) {
    return input
        .filter(type -> type.rank() == 4)
        .map(type -> type.shape().get(axis))
        .map(Dimension::size)
        .orElse(-1L);
  }
}
