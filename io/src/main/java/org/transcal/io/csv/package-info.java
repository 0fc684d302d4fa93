/**
 * Numbers as comma-separated text.
 *
 * <p>Read first: {@link org.transcal.io.csv.CsvMatrixWriter}. May depend on: core, {@code io.file},
 * FastCSV. Does not belong here: what a column means, except in {@link
 * org.transcal.io.csv.ResultsCsv}.
 *
 * @since 0.1.0
 */
package org.transcal.io.csv;
