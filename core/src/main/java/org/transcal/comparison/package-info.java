/**
 * Methods side by side on one task: what was fitted, how long it took, how good it is.
 *
 * <p>Read first: {@link org.transcal.comparison.MethodComparison}. May depend on: everything before
 * it. Does not belong here: files and pictures.
 */
package org.transcal.comparison;
