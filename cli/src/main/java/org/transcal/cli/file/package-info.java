/**
 * Files of a command line: what a command reads, it must not overwrite.
 *
 * <p>Read first: {@link org.transcal.cli.file.InputFiles}. May depend on: {@code io}, {@code
 * terminal}.
 *
 * @since 0.2.0
 */
package org.transcal.cli.file;
