/**
 * Parallel loops and values computed once for all threads.
 *
 * <p>Read first: {@link org.transcal.parallel.Parallel}. May depend on: the JDK. Does not belong
 * here: anything that knows what is computed.
 */
package org.transcal.parallel;
