/**
 * Many tasks, many methods, repeated: single trials, tables with their spread, tests on ranks.
 *
 * <p>Read first: {@link org.transcal.experiment.Trial}, then {@link
 * org.transcal.experiment.ScoreTable}. May depend on: everything before it. Does not belong here:
 * files and pictures.
 */
package org.transcal.experiment;
