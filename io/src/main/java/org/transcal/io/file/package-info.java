/**
 * Files as bytes: how they are read, written whole or not at all, and refused.
 *
 * <p>Read first: {@link org.transcal.io.file.InputException}, {@link
 * org.transcal.io.file.AtomicFile}, {@link org.transcal.io.file.OutputLock}. May depend on: the
 * JDK. Does not belong here: any format.
 *
 * @since 0.1.0
 */
package org.transcal.io.file;
