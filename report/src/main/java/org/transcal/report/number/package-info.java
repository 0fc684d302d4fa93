/**
 * Numbers as text: the one place where they are rounded, for reports and for the terminal.
 *
 * <p>Read first: {@link org.transcal.report.number.Numerals}. May depend on: the JDK. Does not
 * belong here: anything that knows what is reported.
 *
 * @since 0.1.0
 */
package org.transcal.report.number;
