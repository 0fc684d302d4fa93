/**
 * Accuracy studies: what the methods do over many draws of problems with known truth.
 *
 * <p>Read first: {@link org.transcal.bench.quality.ControlVariateStudy}. May depend on: every
 * module. Does not belong here: anything that fails a build.
 */
package org.transcal.bench.quality;
