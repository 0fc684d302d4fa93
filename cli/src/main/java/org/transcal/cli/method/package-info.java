/**
 * Methods by name: the list of them, the ones a user asks for, running them on a task.
 *
 * <p>Read first: {@link org.transcal.cli.method.MethodSelection}. May depend on: {@code core},
 * {@code io}, {@code option}, {@code terminal}, picocli. Does not belong here: the methods.
 */
package org.transcal.cli.method;
