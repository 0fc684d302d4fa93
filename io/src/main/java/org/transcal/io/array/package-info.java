/**
 * An array, wherever it is stored: read as a whole or block by block.
 *
 * <p>Read first: {@link org.transcal.io.array.StoredArray}, then {@link
 * org.transcal.io.array.RowBlocks}. May depend on: core, {@code io.file}. Does not belong here: the
 * bytes of a format.
 *
 * @since 0.2.0
 */
package org.transcal.io.array;
