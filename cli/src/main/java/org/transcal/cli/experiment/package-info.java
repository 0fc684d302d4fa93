/**
 * Many tasks with many methods: {@code transcal experiment}.
 *
 * <p>Read first: {@link org.transcal.cli.experiment.ExperimentCommand}, then {@code Grid}. May
 * depend on: {@code core}, {@code io}, {@code method}, {@code terminal}, picocli. Does not belong
 * here: formats ({@code io}).
 */
package org.transcal.cli.experiment;
