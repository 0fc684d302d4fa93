/**
 * What a command prints: streams, progress, plain-text tables and numbers, exit status.
 *
 * <p>Read first: {@link org.transcal.cli.terminal.Terminal}. May depend on: Java only. Does not
 * belong here: anything about calibration.
 */
package org.transcal.cli.terminal;
