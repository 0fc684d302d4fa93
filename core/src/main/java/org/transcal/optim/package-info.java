/**
 * Minima and zeros of functions; every search reports how it ended.
 *
 * <p>Read first: {@link org.transcal.optim.Minimum}. May depend on: the JDK. Does not belong here:
 * anything that knows what is being minimised.
 */
package org.transcal.optim;
