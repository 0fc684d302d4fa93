/**
 * The one door to the hot loops.
 *
 * <p>Checks stand at the door, bare loops inside. Read first: {@link org.transcal.kernel.Kernels}.
 * May depend on: {@code parallel}, {@code matrix}. Does not belong here: anything that knows what
 * the numbers mean.
 */
package org.transcal.kernel;
