/**
 * Fitting methods to one task, {@code transcal fit}, or to the embedded example, {@code transcal
 * demo}.
 *
 * <p>Read first: {@link org.transcal.cli.fit.FitCommand}. May depend on: {@code core}, {@code io},
 * {@code report}, {@code method}, {@code option}, {@code terminal}, picocli. Does not belong here:
 * several tasks ({@code experiment}) and formats ({@code io}).
 */
package org.transcal.cli.fit;
