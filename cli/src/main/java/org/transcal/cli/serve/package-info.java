/**
 * {@code transcal serve}: dashboard, metrics and calibration over HTTP.
 *
 * <p>Read first: {@link org.transcal.cli.serve.ServeCommand}, then {@code WebServer}, through which
 * every request goes. May depend on: {@code core}, {@code io}, {@code report}, {@code option},
 * {@code terminal}, picocli, Jackson and the JDK's HTTP server.
 */
package org.transcal.cli.serve;
