/**
 * Predictions of any length, block after block: {@code transcal apply} and {@code transcal
 * evaluate}.
 *
 * <p>Read first: {@link org.transcal.cli.stream.ApplyCommand}. May depend on: {@code core}, {@code
 * io}, {@code report}, {@code terminal}, picocli. Does not belong here: anything fitted.
 */
package org.transcal.cli.stream;
