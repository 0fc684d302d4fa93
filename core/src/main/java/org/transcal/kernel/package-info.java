/**
 * Hot loops behind one facade that checks arguments.
 *
 * <p>Read first: {@link org.transcal.kernel.Kernels}. May depend on: {@code parallel}, {@code
 * matrix}. Does not belong here: anything that knows what the numbers mean.
 */
package org.transcal.kernel;
