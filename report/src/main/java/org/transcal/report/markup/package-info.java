/**
 * Text that a browser reads: elements that escape by construction, numbers for people, the page.
 *
 * <p>Read first: {@link org.transcal.report.markup.Element}. May depend on: the JDK. Does not
 * belong here: anything that knows what is reported.
 */
package org.transcal.report.markup;
