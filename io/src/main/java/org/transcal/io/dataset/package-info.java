/**
 * Labelled examples of several domains, to train adaptation models on.
 *
 * <p>Read first: {@link org.transcal.io.dataset.DataSetFiles}. May depend on: core's matrices and
 * labels, arrays ({@code io}, {@code io.array} and the formats), {@code io.file}. Does not belong
 * here: training, tasks.
 *
 * @since 0.1.0
 */
package org.transcal.io.dataset;
