/**
 * Files of experiments: the plan that says what to run, and the journal of what was run.
 *
 * <p>Read first: {@link org.transcal.io.experiment.PlanFile}, then {@link
 * org.transcal.io.experiment.TrialJournal}. May depend on: {@code core}, {@code file}, Jackson's
 * YAML. Does not belong here: running anything ({@code cli}).
 */
package org.transcal.io.experiment;
