/**
 * {@code transcal reference} and {@code transcal monitor}: nightly monitoring against a saved
 * reference.
 *
 * <p>Read first: {@link org.transcal.cli.monitor.MonitorCommand}. May depend on: core, io,
 * workflow, report, {@code option}, {@code terminal}. Does not belong here: the order of work
 * ({@code workflow}), estimates, thresholds and alerts ({@code org.transcal.monitoring}).
 */
package org.transcal.cli.monitor;
