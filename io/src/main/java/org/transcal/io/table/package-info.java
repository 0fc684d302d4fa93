/**
 * Tables with one row per example, read by an add-on that {@link java.util.ServiceLoader} finds.
 *
 * <p>Read {@link org.transcal.io.table.TableColumns} first: it says which columns hold what.
 *
 * @since 0.1.0
 */
package org.transcal.io.table;
