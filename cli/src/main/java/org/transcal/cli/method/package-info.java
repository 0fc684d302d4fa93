/**
 * The methods by name: what users may write, what they may have meant, the list of all.
 *
 * <p>Read first: {@link org.transcal.cli.method.MethodNames}. May depend on: {@code core}, {@code
 * terminal}, picocli. Does not belong here: running them.
 */
package org.transcal.cli.method;
