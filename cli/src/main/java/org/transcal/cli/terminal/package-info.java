/**
 * What a command shows its user: streams, progress, tables and numbers in plain text, exit status.
 *
 * <p>Read first: {@link org.transcal.cli.terminal.Terminal}. May depend on: the progress bar
 * library. Does not belong here: anything that knows what is calibrated.
 */
package org.transcal.cli.terminal;
