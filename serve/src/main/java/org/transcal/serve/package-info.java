/**
 * Dashboard, metrics and calibration over HTTP.
 *
 * <p>Read first: {@link org.transcal.serve.Server}, then {@code WebServer}, through which every
 * request goes. May depend on: {@code core}, {@code monitor}, {@code io}, {@code report}, Jackson
 * and the JDK's HTTP server.
 */
package org.transcal.serve;
