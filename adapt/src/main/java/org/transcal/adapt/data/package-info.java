/**
 * From a data set to batches: which rows, how values are prepared, and in which order they come.
 *
 * <p>Read first: {@link org.transcal.adapt.data.DomainPair}, then {@link
 * org.transcal.adapt.data.Preparation}. May depend on: {@code tensor}, {@code io}. Does not belong
 * here: networks.
 */
package org.transcal.adapt.data;
