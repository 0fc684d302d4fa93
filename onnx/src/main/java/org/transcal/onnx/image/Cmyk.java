package org.transcal.onnx.image;

import java.awt.image.Raster;

/** Converts CMYK to RGB by Pillow's formula, without colour profiles. */
final class Cmyk {
  static final int BANDS = 4;

  /** libjpeg's numbers, in 16-bit fixed point. */
  private static final int HALF = 1 << 15;

  private static final int RED_FROM_CR = 91881;
  private static final int GREEN_FROM_CB = 22554;
  private static final int GREEN_FROM_CR = 46802;
  private static final int BLUE_FROM_CB = 116130;

  private Cmyk() {}

  /** The four stored components of a JPEG file, which are inverted, as Photoshop writes them. */
  static Pixels ofJpeg(Raster stored, boolean isYcck) {
    return convert(
        stored,
        pixel -> {
          if (isYcck) {
            toInverted(pixel);
          }
          for (int band = 0; band < BANDS; band++) {
            pixel[band] = 255 - pixel[band];
          }
        });
  }

  /** Samples of 0, no ink, to the largest. */
  static Pixels ofSamples(Raster raster) {
    int[] bits = raster.getSampleModel().getSampleSize();
    return convert(
        raster,
        pixel -> {
          for (int band = 0; band < BANDS; band++) {
            pixel[band] = ImageDecoder.eightBits(pixel[band], bits[band]) & 0xff;
          }
        });
  }

  private interface Step {
    void apply(int[] pixel);
  }

  private static Pixels convert(Raster raster, Step toInk) {
    int width = raster.getWidth();
    byte[] samples = new byte[Math.multiplyExact(width * raster.getHeight(), Pixels.CHANNELS)];
    int[] pixel = new int[raster.getNumBands()];
    int at = 0;
    for (int y = 0; y < raster.getHeight(); y++) {
      for (int x = 0; x < width; x++) {
        raster.getPixel(raster.getMinX() + x, raster.getMinY() + y, pixel);
        toInk.apply(pixel);
        int light = 255 - pixel[3];
        for (int channel = 0; channel < Pixels.CHANNELS; channel++) {
          samples[at++] = (byte) (light - product(pixel[channel], light));
        }
      }
    }
    return new Pixels(width, raster.getHeight(), samples);
  }

  /** a · b / 255, rounded. */
  private static int product(int a, int b) {
    int sum = a * b + 128;
    return ((sum >> 8) + sum) >> 8;
  }

  private static void toInverted(int[] ycc) {
    int cb = ycc[1] - 128;
    int cr = ycc[2] - 128;
    int y = ycc[0];
    ycc[0] = 255 - (y + (RED_FROM_CR * cr + HALF >> 16));
    ycc[1] = 255 - (y + (-GREEN_FROM_CB * cb - GREEN_FROM_CR * cr + HALF >> 16));
    ycc[2] = 255 - (y + (BLUE_FROM_CB * cb + HALF >> 16));
    for (int band = 0; band < 3; band++) {
      ycc[band] = Math.max(0, Math.min(255, ycc[band]));
    }
  }
}
