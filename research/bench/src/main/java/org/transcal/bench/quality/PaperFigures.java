package org.transcal.bench.quality;

import java.util.List;
import java.util.Map;

/** Figures printed in the paper, for the tasks that can be run here. */
final class PaperFigures {
  /** Transfers of Multi-Domain Sentiment in the order of the paper's Table 4. */
  static final List<String> TRANSFERS =
      List.of("B2D", "B2E", "B2K", "D2B", "D2E", "D2K", "E2B", "E2D", "E2K", "K2B", "K2D", "K2E");

  /** Target ECE (%) of Table 4, by method; the last number is the average. */
  static final Map<String, List<Double>> TABLE_4 =
      Map.of(
          "vanilla",
          List.of(13.7, 15.2, 17.5, 20.4, 18.6, 21.4, 11.3, 10.3, 23.0, 13.1, 14.5, 20.9, 16.7),
          "temperature",
          List.of(5.9, 8.2, 5.0, 2.6, 5.5, 4.0, 17.1, 17.3, 6.2, 16.5, 14.9, 6.6, 9.2),
          "transcal",
          List.of(8.0, 6.1, 3.8, 2.4, 1.4, 4.0, 7.7, 8.4, 2.2, 10.9, 11.2, 4.2, 5.9),
          "oracle",
          List.of(2.0, 3.0, 3.6, 1.9, 1.3, 2.5, 2.6, 1.4, 1.8, 2.9, 2.0, 1.6, 2.2));

  private PaperFigures() {}
}
