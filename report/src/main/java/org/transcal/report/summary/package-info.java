/**
 * What an experiment found: tables of scores with their spread, ranks and tests on them.
 *
 * <p>Read first: {@link org.transcal.report.summary.ScoreTable}. May depend on: core. Does not
 * belong here: how tables and charts are drawn.
 *
 * @since 0.1.0
 */
package org.transcal.report.summary;
