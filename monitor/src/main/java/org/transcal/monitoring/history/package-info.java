/**
 * Files of monitoring: references, results as JSON and for Prometheus, and the history of batches.
 *
 * <p>Read first: {@link org.transcal.monitoring.history.BatchRow}, what every history stores.
 * {@link org.transcal.monitoring.history.Histories} opens a file by its extension, CSV here, others
 * from add-ons found by {@link java.util.ServiceLoader}.
 *
 * @since 0.1.0
 */
package org.transcal.monitoring.history;
