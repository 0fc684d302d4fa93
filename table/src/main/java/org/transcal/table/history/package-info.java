/**
 * Histories of monitored batches as a DuckDB database or a Parquet file.
 *
 * <p>Read {@link org.transcal.table.history.BatchTable} first: both kinds of file are one SQL table
 * to it. Found by {@link java.util.ServiceLoader}; may use {@code database}.
 *
 * @since 0.1.0
 */
package org.transcal.table.history;
