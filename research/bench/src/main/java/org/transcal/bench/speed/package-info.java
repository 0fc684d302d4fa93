/**
 * Speed: JMH for kernels, and TransCal's side of the side-by-side harness in {@code
 * research/bench/speed}.
 *
 * <p>Read first: {@link org.transcal.bench.speed.InProcess}. May depend on: every module. Does not
 * belong here: anything that fails a build.
 */
package org.transcal.bench.speed;
