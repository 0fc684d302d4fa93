/**
 * {@code transcal worker}: commands on arrays in memory, for programs that start this one and talk
 * to it over its standard streams.
 *
 * <p>Read first: {@link org.transcal.cli.worker.WorkerCommand}. May depend on: {@code core}, {@code
 * io}, {@code report}, the packages of commands, picocli. Does not belong here: what a command
 * computes.
 */
package org.transcal.cli.worker;
