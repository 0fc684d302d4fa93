/**
 * Options that several commands share, as picocli mixins.
 *
 * <p>Read first: {@link org.transcal.cli.option.SeedAndBins}. May depend on: {@code core}, {@code
 * io}, {@code workflow}, {@code terminal}, picocli. Does not belong here: options of a single
 * command.
 */
package org.transcal.cli.option;
