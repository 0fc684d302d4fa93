/**
 * Kernels on {@code jdk.incubator.vector}: two to three times faster per row in a warm service,
 * slower in short processes.
 *
 * <p>Read first: {@link org.transcal.vector.VectorKernel}. May depend on: core's {@code kernel}.
 * Does not belong here: anything but loops.
 *
 * @since 0.1.0
 */
package org.transcal.vector;
