/**
 * DuckDB with the settings of this project: no network, no extensions, no files but those named.
 *
 * <p>Read {@link org.transcal.table.database.Database} first. May use {@code io}.
 */
package org.transcal.table.database;
