/**
 * What every other package may report: how a search ended.
 *
 * <p>Read first: {@link org.transcal.Termination}. May depend on: nothing. Does not belong here:
 * anything that has a package of its own.
 */
package org.transcal;
