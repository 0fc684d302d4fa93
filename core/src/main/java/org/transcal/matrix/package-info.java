/**
 * Dense numbers in rows and columns, and how often each row counts.
 *
 * <p>Read first: {@link org.transcal.matrix.Matrix}. May depend on: the JDK, Commons RNG. Does not
 * belong here: arithmetic in hot loops ({@code kernel}), meaning of the numbers ({@code
 * prediction}).
 */
package org.transcal.matrix;
