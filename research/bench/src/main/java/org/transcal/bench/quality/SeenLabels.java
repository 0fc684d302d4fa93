package org.transcal.bench.quality;

/** Which choices saw target labels, as every page of results says. */
final class SeenLabels {
  /** A section that ends a page. */
  static final String SECTION =
      """

      ## Which choices saw target labels

      All scores on this page use target labels; of the methods only `oracle` sees them. `recommended`, its intervals and its verdict were \
      designed with target errors on all suites in view, so their figures are held out only where a table says so (leave one suite out). \
      That `label-shift` weights classes by w + ½ and does not use LaSCal's objective was decided on closed forms and on target errors of the suites adult, \
      letter and office. All other methods are defined by their papers or by the released code and were not tuned on any task.
      """;

  private SeenLabels() {}
}
