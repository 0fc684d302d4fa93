/**
 * Methods on one task: {@code transcal fit}, and the same on the embedded example, {@code transcal
 * demo}.
 *
 * <p>Read first: {@link org.transcal.cli.fit.FitCommand}. May depend on: {@code core}, {@code io},
 * {@code report}, {@code method}, {@code terminal}, picocli. Does not belong here: many tasks
 * ({@code experiment}) and formats ({@code io}).
 */
package org.transcal.cli.fit;
