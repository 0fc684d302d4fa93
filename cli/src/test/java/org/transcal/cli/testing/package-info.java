/**
 * Shared by tests of commands: running a command line, small tasks, an add-on that fails on demand.
 *
 * <p>Read first: {@link org.transcal.cli.testing.CommandRun}. May depend on: everything. Does not
 * belong here: tests.
 */
package org.transcal.cli.testing;
