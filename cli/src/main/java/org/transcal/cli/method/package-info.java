/**
 * Methods by name: listing them, selecting them and running them on a task.
 *
 * <p>Read first: {@link org.transcal.cli.method.MethodSelection}. May depend on: {@code core},
 * {@code io}, {@code option}, {@code terminal}, picocli. Does not belong here: the methods.
 */
package org.transcal.cli.method;
