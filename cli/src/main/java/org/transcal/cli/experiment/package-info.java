/**
 * Several methods on several tasks: {@code transcal experiment}.
 *
 * <p>Read first: {@link org.transcal.cli.experiment.ExperimentCommand}. May depend on: {@code
 * core}, {@code io}, {@code workflow}, {@code report}, {@code method}, {@code option}, {@code
 * plan}, {@code terminal}, picocli. Does not belong here: running of tasks ({@code workflow}),
 * formats ({@code io}).
 */
package org.transcal.cli.experiment;
