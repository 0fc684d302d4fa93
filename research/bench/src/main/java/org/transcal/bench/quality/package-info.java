/**
 * Accuracy studies: how the methods perform on real tasks and on problems with known truth.
 *
 * <p>Read first: {@link org.transcal.bench.quality.ControlVariateStudy}. May depend on: every
 * module. Does not belong here: anything that fails a build.
 */
package org.transcal.bench.quality;
