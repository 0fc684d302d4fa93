/**
 * The {@code transcal} command: the tree of commands, failures, and interfaces for add-ons.
 *
 * <p>Read first: {@link org.transcal.cli.Main}, then {@code CommandTree}. May depend on: the
 * packages below it, {@code core}, {@code io}, picocli. Does not belong here: what a command does.
 */
package org.transcal.cli;
