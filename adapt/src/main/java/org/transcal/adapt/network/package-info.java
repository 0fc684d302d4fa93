/**
 * Networks: layers whose weights gradients reach, and the same weights at rest.
 *
 * <p>Read first: {@link org.transcal.adapt.network.Network}. May depend on: {@code tensor}, DJL.
 * Does not belong here: how weights are found ({@code train}) and stored ({@code model}).
 */
package org.transcal.adapt.network;
