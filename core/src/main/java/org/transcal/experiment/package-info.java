/**
 * Many tasks, many methods, repeated: the engine and its single trials.
 *
 * <p>Read first: {@link org.transcal.experiment.Experiment}, then {@link
 * org.transcal.experiment.Trial}. May depend on: everything before it. Does not belong here: files,
 * tables and pictures.
 */
package org.transcal.experiment;
