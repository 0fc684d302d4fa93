/**
 * Predictions of any length: {@code transcal apply} and {@code transcal evaluate}.
 *
 * <p>Read first: {@link org.transcal.cli.stream.ApplyCommand}. May depend on: {@code core}, {@code
 * io}, {@code workflow}, {@code report}, {@code option}, {@code terminal}, picocli. Does not belong
 * here: reading and measuring of rows ({@code workflow}).
 */
package org.transcal.cli.stream;
