/**
 * Methods by name: {@code transcal methods}, and what is printed if none could run.
 *
 * <p>Read first: {@link org.transcal.cli.method.MethodsCommand}. May depend on: {@code core},
 * {@code io}, {@code workflow}, {@code option}, {@code terminal}, picocli. Does not belong here:
 * the methods.
 */
package org.transcal.cli.method;
