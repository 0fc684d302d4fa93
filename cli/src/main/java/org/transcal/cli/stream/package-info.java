/**
 * Predictions of any length, read in blocks: {@code transcal apply} and {@code transcal evaluate}.
 *
 * <p>Read first: {@link org.transcal.cli.stream.ApplyCommand}. May depend on: {@code core}, {@code
 * io}, {@code report}, {@code option}, {@code terminal}, picocli. Does not belong here: fitting.
 */
package org.transcal.cli.stream;
