/**
 * What users want done, one class per intention: {@code Fit}, {@code Estimate}, {@code Evaluate},
 * {@code Apply}, {@code Label}, {@code Monitor} with {@code LearnReference}, {@code ExperimentRun}.
 * Each takes its input and one immutable object of options, and returns a complete result; it tells
 * a {@link org.transcal.workflow.Listener} how far it is, and ends with a {@link
 * java.util.concurrent.CancellationException} soon after its thread is interrupted.
 *
 * <p>Read first: {@link org.transcal.workflow.Fit}. May depend on: core, monitor, io. Does not
 * belong here: parsing of command lines, printing, HTML; formulas and formats of files.
 */
package org.transcal.workflow;
