/**
 * Short programs that show the public doors of {@code core}; each runs as a test.
 *
 * <p>Read first: {@link org.transcal.examples.ThreeLinesTest}. May depend on: everything in {@code
 * core}, through public types only. Does not belong here: checks of numbers, which are beside the
 * package they check.
 */
package org.transcal.examples;
