package org.transcal.onnx.demo;

import java.awt.image.BufferedImage;
import java.util.SplittableRandom;

/**
 * A small picture of one shape on a noisy ground, drawn pixel by pixel.
 *
 * @param levels rows of pixels, three samples in [0, 1] each
 */
record Picture(double[] levels) {
  static final int SIDE = 32;
  private static final int CHANNELS = 3;

  /** What a picture shows, in the order of the network's outputs. */
  enum Shape {
    CIRCLE,
    SQUARE,
    TRIANGLE;

    private boolean contains(double x, double y, double radius) {
      return switch (this) {
        case CIRCLE -> x * x + y * y < radius * radius;
        case SQUARE -> Math.max(Math.abs(x), Math.abs(y)) < 0.85 * radius;
        case TRIANGLE -> y < radius && Math.abs(x) < (y + radius) / 2;
      };
    }
  }

  /** The contrast between shape and background, and the largest noise, of a domain's pictures. */
  record Camera(double contrast, double noise) {
    static final Camera SOURCE = new Camera(0.5, 0.2);
    static final Camera TARGET = new Camera(0.45, 0.3);
  }

  static Picture draw(Shape shape, Camera camera, SplittableRandom random) {
    double ground = random.nextDouble(0.1, 0.4);
    double centerX = SIDE / 2.0 + random.nextDouble(-3, 3);
    double centerY = SIDE / 2.0 + random.nextDouble(-3, 3);
    double radius = random.nextDouble(6, 11);
    double[] tint = random.doubles(CHANNELS, 0.7, 1.3).toArray();
    double[] levels = new double[SIDE * SIDE * CHANNELS];
    for (int i = 0; i < levels.length; i++) {
      int pixel = i / CHANNELS;
      boolean inside =
          shape.contains(pixel % SIDE + 0.5 - centerX, pixel / SIDE + 0.5 - centerY, radius);
      double level = ground + (inside ? camera.contrast * tint[i % CHANNELS] : 0);
      double noisy = level + random.nextDouble(-camera.noise, camera.noise);
      levels[i] = Math.min(1, Math.max(0, noisy));
    }
    return new Picture(levels);
  }

  double grey(int x, int y) {
    int at = (y * SIDE + x) * CHANNELS;
    return (levels[at] + levels[at + 1] + levels[at + 2]) / CHANNELS;
  }

  BufferedImage toImage() {
    BufferedImage image = new BufferedImage(SIDE, SIDE, BufferedImage.TYPE_3BYTE_BGR);
    for (int i = 0; i < levels.length; i++) {
      int pixel = i / CHANNELS;
      int level = (int) Math.rint(levels[i] * 255);
      image.getRaster().setSample(pixel % SIDE, pixel / SIDE, i % CHANNELS, level);
    }
    return image;
  }
}
