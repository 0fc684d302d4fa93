package org.transcal.report.chart;

import java.util.ArrayList;
import java.util.List;

/** Maps values to positions on the page and chooses ticks. */
final class Scale {
  enum Spacing {
    LINEAR,
    LOGARITHMIC
  }

  record Domain(double low, double high, Spacing spacing) {
    Domain {
      if (!(low < high && Double.isFinite(low) && Double.isFinite(high))) {
        throw new IllegalArgumentException("Scale from " + low + " to " + high + " is empty");
      }
      if (spacing == Spacing.LOGARITHMIC && !(low > 0)) {
        throw new IllegalArgumentException(
            "Logarithmic scale from " + low + "; it must be above 0");
      }
    }

    static Domain linear(double low, double high) {
      return new Domain(low, high, Spacing.LINEAR);
    }

    static Domain logarithmic(double low, double high) {
      return new Domain(low, high, Spacing.LOGARITHMIC);
    }

    boolean holds(double value) {
      return low <= value && value <= high;
    }

    private double linearised(double value) {
      return spacing == Spacing.LINEAR ? value : Math.log(value);
    }
  }

  private final Domain domain;
  private final double from;
  private final double to;

  Scale(Domain domain, double from, double to) {
    this.domain = domain;
    this.from = from;
    this.to = to;
  }

  Domain domain() {
    return domain;
  }

  /** Position of a value; values outside the domain lie outside the range. */
  double at(double value) {
    double start = domain.linearised(domain.low);
    double share = (domain.linearised(value) - start) / (domain.linearised(domain.high) - start);
    return from + share * (to - from);
  }

  /** Position of a value; values outside the domain are clamped to it. */
  double within(double value) {
    return at(Math.max(domain.low, Math.min(domain.high, value)));
  }

  /** About the given number of round values inside the domain. */
  List<Double> ticks(int about) {
    double ratio = domain.high / domain.low;
    if (domain.spacing == Spacing.LINEAR || ratio < 3) {
      return roundSteps(about);
    }
    return ratio < 200 ? multiples(1, 2, 5) : decades(about);
  }

  private List<Double> roundSteps(int about) {
    double rough = (domain.high - domain.low) / about;
    double power = Math.pow(10, Math.floor(Math.log10(rough)));
    double lead = rough / power - 1e-9;
    double step = power * (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10);
    List<Double> ticks = new ArrayList<>();
    long last = (long) Math.floor(domain.high / step + 1e-9);
    for (long i = (long) Math.ceil(domain.low / step - 1e-9); i <= last; i++) {
      ticks.add(Math.max(domain.low, Math.min(domain.high, i * step)));
    }
    return ticks;
  }

  private List<Double> multiples(int... leads) {
    List<Double> ticks = new ArrayList<>();
    int last = (int) Math.floor(Math.log10(domain.high));
    for (int e = (int) Math.floor(Math.log10(domain.low)); e <= last; e++) {
      for (int lead : leads) {
        double value = lead * powerOfTen(e);
        if (domain.holds(value)) {
          ticks.add(value);
        }
      }
    }
    return ticks;
  }

  private List<Double> decades(int about) {
    int first = (int) Math.ceil(Math.log10(domain.low) - 1e-9);
    int last = (int) Math.floor(Math.log10(domain.high) + 1e-9);
    int stride = Math.max(1, (int) Math.ceil((last - first) / (double) about));
    List<Double> ticks = new ArrayList<>();
    for (int e = first; e <= last; e++) {
      // Multiples of the stride, so that 10⁰ keeps its label.
      if (Math.floorMod(e, stride) == 0) {
        ticks.add(powerOfTen(e));
      }
    }
    return ticks;
  }

  /** Exact for negative exponents too: 1/1000 is the double nearest to 0.001. */
  private static double powerOfTen(int exponent) {
    return exponent < 0 ? 1 / Math.pow(10, -exponent) : Math.pow(10, exponent);
  }
}
