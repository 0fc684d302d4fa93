/**
 * {@code transcal label}: which target rows to label.
 *
 * <p>Read first: {@link org.transcal.cli.label.LabelCommand}. May depend on: {@code core}, {@code
 * io}, {@code option}, {@code terminal}, picocli. Does not belong here: what labels are used for
 * ({@code fit}, {@code estimate}).
 */
package org.transcal.cli.label;
