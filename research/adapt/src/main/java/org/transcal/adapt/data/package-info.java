/**
 * From a data set to batches: splitting, preparing values, sampling.
 *
 * <p>Read first: {@link org.transcal.adapt.data.DomainPair}, then {@link
 * org.transcal.adapt.data.Preparation}. May depend on: {@code tensor}, {@code io}. Does not belong
 * here: networks.
 *
 * @since 0.1.0
 */
package org.transcal.adapt.data;
