/**
 * numpy's files: {@code .npy} arrays and {@code .npz} archives of them.
 *
 * <p>Read first: {@link org.transcal.io.npy.NpyWriter}, {@link org.transcal.io.npy.NpzWriter}. May
 * depend on: core's matrices and predictions, {@code io.file}. Does not belong here: what an array
 * means.
 *
 * @since 0.1.0
 */
package org.transcal.io.npy;
