/**
 * What every other package and module may use: how a search ended, which characters are not text.
 *
 * <p>Read first: {@link org.transcal.Termination}. May depend on: nothing. Does not belong here:
 * anything that has a package of its own.
 */
package org.transcal;
