/**
 * Several methods on several tasks: {@code transcal experiment}.
 *
 * <p>Read first: {@link org.transcal.cli.experiment.ExperimentCommand}, then {@code Grid}. May
 * depend on: {@code core}, {@code io}, {@code report}, {@code method}, {@code option}, {@code
 * plan}, {@code terminal}, {@code TaskTrainer}, picocli. Does not belong here: formats ({@code
 * io}).
 */
package org.transcal.cli.experiment;
