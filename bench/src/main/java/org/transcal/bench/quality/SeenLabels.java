package org.transcal.bench.quality;

/** Which choices saw target labels, as every page of results says. */
final class SeenLabels {
  /** A section that ends a page. */
  static final String SECTION =
      """

      ## Which choices saw target labels

      Target labels score every figure on this page; of the methods only `oracle` is given them. `recommended`, its intervals and its verdict were \
      designed by people who looked at target errors on all suites, so their figures are held out only where a table says so (leave one suite out). \
      That `label-shift` weights classes by w + ½ and does not use LaSCal's objective was decided on closed forms and on target errors of the suites adult, \
      letter and office. All other methods are defined by their papers or by the released code and were not tuned on any task.
      """;

  private SeenLabels() {}
}
