/**
 * Tasks and arrays, whatever their file format.
 *
 * <p>Read first: {@link org.transcal.io.TaskFiles}, then {@link org.transcal.io.array.StoredArray}.
 * May depend on: core, {@code io.file}, {@code io.array}, {@code io.npy}, {@code io.csv}. Does not
 * belong here: the bytes of a format, JSON ({@code io.json}).
 *
 * @since 0.1.0
 */
package org.transcal.io;
