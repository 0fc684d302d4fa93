/**
 * Tables of examples through SQL: which columns are what, and their rows as arrays.
 *
 * <p>Read {@link org.transcal.table.source.DuckDbTable} first. May use {@code database}.
 *
 * @since 0.1.0
 */
package org.transcal.table.source;
