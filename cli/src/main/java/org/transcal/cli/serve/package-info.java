/**
 * {@code transcal serve}: parses and calls {@link org.transcal.serve.Server}.
 *
 * <p>May depend on: {@code option}, {@code terminal}, {@code io} for exceptions, {@code serve} and
 * picocli.
 */
package org.transcal.cli.serve;
