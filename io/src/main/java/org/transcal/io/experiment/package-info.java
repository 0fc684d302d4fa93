/**
 * The journal of an experiment: what was run, with its results.
 *
 * <p>Read first: {@link org.transcal.io.experiment.TrialJournal}. May depend on: {@code core},
 * {@code file}, {@code json}. Does not belong here: running anything, and plans of what to run
 * ({@code cli}).
 *
 * @since 0.1.0
 */
package org.transcal.io.experiment;
