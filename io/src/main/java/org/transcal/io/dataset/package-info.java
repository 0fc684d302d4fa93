/**
 * Labelled examples of several domains, to train adaptation models on.
 *
 * <p>Read first: {@link org.transcal.io.dataset.DataSetFiles}. May depend on: core's matrices and
 * labels, {@code io.file}, {@code io.npy}, numbers of {@code io.csv}. Does not belong here:
 * training.
 *
 * @since 0.1.0
 */
package org.transcal.io.dataset;
