/**
 * Tables of experiments as Markdown, CSV, LaTeX and HTML: one model, four ways to write it.
 *
 * <p>Read first: {@link org.transcal.report.table.ResultTable}, then {@link
 * org.transcal.report.table.ExperimentTables}. May depend on: {@code core}, {@code markup}. Does
 * not belong here: numbers, which {@code core} computes.
 *
 * @since 0.1.0
 */
package org.transcal.report.table;
