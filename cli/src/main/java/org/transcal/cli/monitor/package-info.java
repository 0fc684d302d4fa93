/**
 * {@code transcal reference} and {@code transcal monitor}: nightly monitoring against a saved
 * reference.
 *
 * <p>Read first: {@link org.transcal.cli.monitor.MonitorCommand}. May depend on: core, io, report,
 * {@code option}, {@code terminal}. Does not belong here: estimates, thresholds and alerts ({@code
 * org.transcal.monitoring}).
 */
package org.transcal.cli.monitor;
