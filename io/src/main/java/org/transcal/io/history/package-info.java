/**
 * The history of monitored nights: {@link org.transcal.io.history.Histories} opens a file by its
 * extension, CSV here, others from add-ons found by {@link java.util.ServiceLoader}.
 *
 * @since 0.1.0
 */
package org.transcal.io.history;
